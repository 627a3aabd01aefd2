"""Interpreter settings that keep a window smooth and small while the same interpreter parses answers.

Measured while 2,400 references synchronised: most stalls of the GUI thread were full garbage collections (about
50 ms over the objects of all imported libraries) and waiting for the interpreter lock that a worker thread held
for its 5 ms slice.
"""

import gc
import sys

SWITCH_SECONDS = 0.0005

# mallopt(3) of glibc. Left alone, its threshold for giving large blocks back to the system grows with the first
# large block freed: the list of 100,000 rows then left 25 MiB of holes behind.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_LARGE_BLOCK = 128 * 1024


def before_start() -> None:
    """Call it before anything heavy is imported. No collection while thousands of long-lived objects are made (later
    `runtime.garbage` sees to it); short slices for worker threads.
    """
    gc.disable()
    sys.setswitchinterval(SWITCH_SECONDS)
    if sys.platform.startswith("linux"):
        _give_large_blocks_back()


def after_first_paint() -> None:
    """Never walk through what lives as long as the program."""
    gc.freeze()


def _give_large_blocks_back() -> None:
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return  # a C library of another family
    mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK)
    mallopt(_M_TRIM_THRESHOLD, _LARGE_BLOCK)
