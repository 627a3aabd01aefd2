"""`python -m bunkerdesk` is the command `bunkerdesk`."""

import sys

from bunkerdesk.cli import main

sys.exit(main())
