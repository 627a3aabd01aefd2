"""What the program is made of, and on which terms its makers let it be used: told by "About Bunker Desk"."""

QT = (
    "GNU Lesser General Public License 3.0. They are used unchanged, as libraries of their own that lie beside the "
    "program: others of the same interface may be put in their place."
)
WORKS: tuple[tuple[str, str], ...] = (
    ("Qt, PySide6, Shiboken", QT),
    ("Inter", "The typeface; SIL Open Font License 1.1."),
    ("Python, typing-extensions", "Python Software Foundation License 2."),
    ("pikepdf, certifi", "Mozilla Public License 2.0."),
    ("img2pdf", "GNU Lesser General Public License 3.0, used unchanged."),
    ("qpdf, tzdata, OpenTelemetry API, cryptography, packaging", "Apache License 2.0."),
    ("httpx, httpcore, Starlette, uvicorn, click, idna, lxml, SecretStorage", "BSD License, three clauses."),
    ("qasync, XlsxWriter", "BSD License, two clauses."),
    ("ReportLab", "BSD License."),
    ("Pillow", "MIT-CMU License."),
    (
        "anyio, sniffio, h11, pydantic, FastAPI, truststore, simplejson, keyring, jeepney, jaraco, more-itertools, "
        "platformdirs, python-calamine, charset-normalizer",
        "MIT License.",
    ),
    ("UN/LOCODE", "Names, codes and places of ports; published by UNECE."),
)
