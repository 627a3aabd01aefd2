"""Whether Qt can show a window here; Qt itself would abort the process without a word on how to go on.

Knows the shared libraries that the PySide6 wheels expect from the system, and asks the display before Qt does.
"""

import ctypes
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

INSTALL_LIBRARIES = (
    "apt-get install -y --no-install-recommends libglib2.0-0 libgl1 libegl1 libdbus-1-3 libfontconfig1 "
    "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
)
"""What Qt needs beyond a bare Debian 12, as one line."""

NO_SCREEN = """\
Bunker Desk needs a screen, and this machine offers none: neither DISPLAY nor WAYLAND_DISPLAY leads to one.
To go on, one of:
  - start it inside a desktop session, or over ssh with X forwarding (ssh -X);
  - use a virtual screen: xvfb-run -a bunkerdesk
  - work without a window: bunkerdesk sandbox, bunkerdesk tour --out DIR, bunkerdesk --help"""


def missing_libraries() -> str | None:
    """The sentence about shared libraries that Qt lacks; None if it can be loaded."""
    try:
        import PySide6.QtWidgets  # noqa: F401 - loading it is the question
    except ImportError as error:
        return _libraries_sentence(str(error))
    return None


def complaint() -> str | None:
    """Why no window can be shown here, with the way out; None if one can."""
    if lacking := missing_libraries():
        return lacking
    if not sys.platform.startswith("linux"):
        return None
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform not in {"", "xcb", "wayland"}:
        return None
    if platform != "xcb" and _wayland_answers():
        return None
    if not _x_answers():
        return NO_SCREEN
    return _xcb_plugin_complaint()


def _libraries_sentence(reason: str) -> str:
    return (
        f"Qt lacks a shared library of the system: {reason}\n"
        f"On Debian or Ubuntu this mends it (as root):\n  {INSTALL_LIBRARIES}"
    )


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    return Path(os.environ.get("XDG_RUNTIME_DIR", "/run"), name).is_socket()


def _x_answers() -> bool:
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # the plugin's own complaint names the library
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


def _xcb_plugin_complaint() -> str | None:
    spec = find_spec("PySide6")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        plugin = Path(folder, "Qt", "plugins", "platforms", "libqxcb.so")
        with suppress(FileNotFoundError):
            plugin.stat()
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                return _libraries_sentence(str(error))
    return None
