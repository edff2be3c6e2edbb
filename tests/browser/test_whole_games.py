"""A whole game of each rule set, tapped on a phone from the first page to the winner."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.rules import read_sheet, score_sheet

from .driver import Person

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"

pytestmark = pytest.mark.django_db(transaction=True)
