"""What the Makefile calls is there."""

import importlib
import re
from pathlib import Path

import pytest

MAKEFILE = (Path(__file__).resolve().parents[2] / "Makefile").read_text()


@pytest.mark.parametrize("module", sorted(set(re.findall(r"-m (scripts[\w.]+)", MAKEFILE))))
def test_what_a_target_calls_can_be_loaded_and_begun(module):
    assert callable(importlib.import_module(module).main)


def test_every_target_is_listed_and_described():
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    phony = set(re.search(r"^\.PHONY: (.*)", MAKEFILE, re.MULTILINE)[1].split())
    assert phony == targets
    assert set(re.findall(r'echo "make ([a-z-]+)', MAKEFILE)) | {"help"} == targets
