"""axe-core, asked what on a page shuts people out."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.reflow import faults_of_letters

ROOT = Path(__file__).resolve().parents[2]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Of a fault: the rule, where, and why. What axe could not decide is told apart by "incomplete".
RUN = """async (options) => {
  const found = await axe.run(document, {resultTypes: ["violations", "incomplete"], ...options});
  const told = (kind) => found[kind].flatMap((rule) => rule.nodes.map((node) => ({
    rule: rule.id,
    where: node.target.flat().join(" "),
    html: node.html.slice(0, 160),
    why: [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; "),
    reason: node.any.map((check) => check.data && check.data.messageKey).filter(Boolean).join(),
  })));
  return {violations: told("violations"), incomplete: told("incomplete"),
    rules: found.passes.length + found.violations.length + found.incomplete.length};
}"""
EVERYTHING = {"runOnly": {"type": "tag", "values": TAGS}}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@cache
def axe_source() -> str:
    """The script of the pinned axe-core; skips the test where it is not to be had."""
    found = subprocess.run(
        [sys.executable, "-m", "scripts.assets.tools", "axe-core"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    if found.returncode:
        pytest.skip(found.stderr.strip())
    return Path(found.stdout.strip()).read_text()


def ask(page: Page, options: dict[str, Any] = EVERYTHING) -> dict[str, Any]:
    """What axe finds on the page as it is now: violations, incomplete, the number of rules."""
    return dict(page.evaluate(RUN, options))


def has_no_fault(page: Page, state: str) -> None:
    """Nothing for axe-core to find, in light and dark, and nothing cut off."""
    page.evaluate(axe_source())
    looks: list[tuple[Literal["dark", "light"], dict[str, Any]]]
    looks = [("dark", CONTRAST), ("light", EVERYTHING)]
    for scheme, options in looks:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = ask(page, options)
        assert found["rules"], state
        assert found["violations"] == [], f"{state}, {scheme}"
    assert faults_of_letters(page) == [], state
