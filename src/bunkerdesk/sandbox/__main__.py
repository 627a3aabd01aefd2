"""`python -m bunkerdesk.sandbox`."""

import sys

from bunkerdesk.sandbox.command import main

sys.exit(main())
