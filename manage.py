#!/usr/bin/env python
"""Django's command line, for SushiScore."""

import sys

from sushiscore.__main__ import manage

if __name__ == "__main__":
    manage(sys.argv)
