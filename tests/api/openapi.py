"""The description of the network interface as it is checked in; test_description.py tries that it
is the present one."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

FILE = Path(__file__).resolve().parents[2] / "docs/openapi.json"
DESCRIBED: dict[str, Any] = json.loads(FILE.read_text())
PATHS: dict[str, dict[str, Any]] = DESCRIBED["paths"]
OPERATIONS: list[tuple[str, str, dict[str, Any]]] = [
    (method, path, operation)
    for path, methods in PATHS.items()
    for method, operation in methods.items()
]
"""Method, path, and what is said of it."""


@cache
def described(name: str) -> Draft202012Validator:
    """What is said of a body or an answer; of an answer nothing more is sent."""
    schemas = DESCRIBED["components"]["schemas"]
    component = {"additionalProperties": False, **schemas[name]}
    return Draft202012Validator({**component, "components": {"schemas": schemas}})
