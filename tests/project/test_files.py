"""What the tracked files promise: commands, locks, and packages that come alike everywhere."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from referee.wording.items import CARDS_OR_DICE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
LOCKS = ["run", "postgres", "build", "test"]


def test_every_make_command_of_the_readme_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b(?= *(?:`|#|$))", README, re.MULTILINE))
    assert {"setup", "run", "test"} <= named
    assert named <= targets


def test_every_management_command_of_the_readme_exists():
    named = set(re.findall(r"manage\.py ([a-z_]+)", README))
    commands = {path.stem for path in (ROOT / "referee/management/commands").glob("*.py")}
    assert "score" in named
    assert named <= commands


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "LICENSES.md"])
def test_every_link_within_the_project_leads_somewhere(page):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text())
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_wanted_package_is_locked_with_one_version_and_hashes_and_no_address(lock):
    wanted, text = ((ROOT / f"requirements/{lock}.{kind}").read_text() for kind in ("in", "txt"))
    assert not re.search(r"://|--index|--find-links|^#.*/", text, re.MULTILINE)
    lines = re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    for line in lines:
        assert re.match(r"[a-z0-9-]+==[^ ]+ (; [^\\]+?)?( *--hash=sha256:[0-9a-f]{64})+ *$", line)
    names = re.findall(r"^([A-Za-z][\w-]*)", wanted, re.MULTILINE)
    assert {name.lower() for name in names} <= {line.partition("==")[0] for line in lines}


def test_what_builds_a_wheel_is_locked_and_does_not_come_with_it():
    """Babel alone is a sixth of what would be installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = (ROOT / "requirements/build.in").read_text().splitlines()
    named = {Requirement(line).name for line in wanted if line[0] not in "#-"}
    assert named == set(project["build-system"]["requires"])
    locked = re.findall(r"^[a-z0-9-]+(?===)", (ROOT / "requirements/run.txt").read_text(), re.M)
    assert not {name.lower() for name in named} & set(locked)


def test_a_library_whose_insides_are_overridden_has_an_upper_bound():
    """sushiscore/server.py knows those of the locked uvicorn; the next one may have others."""
    lines = (ROOT / "requirements/run.in").read_text().splitlines()
    [wanted] = (Requirement(line) for line in lines if line.startswith("uvicorn"))
    lock = (ROOT / "requirements/run.txt").read_text()
    locked = Version(re.search(r"^uvicorn==(\S+)", lock, re.MULTILINE)[1])
    assert locked in wanted.specifier
    major, minor, *_rest = locked.release
    assert Version(f"{major}.{minor + 1}") not in wanted.specifier


def test_no_line_of_a_template_is_longer_than_160_letters():
    """djangofmt breaks what stands between Django's tags, and leaves these as they are."""
    templates = sorted((ROOT / "templates").rglob("*.html"))
    lines = ((file, line) for file in templates for line in file.read_text().splitlines())
    assert [f"{file.name}: {line.strip()}" for file, line in lines if len(line) > 160] == []


def test_every_phrase_for_cards_or_dice_in_a_template_is_in_the_table_and_the_other_way_round():
    used = {
        phrase
        for file in (ROOT / "templates").rglob("*.html")
        for phrase in re.findall(r"""{% cards_or_dice ["']([^"']+)["']""", file.read_text())
    }
    assert used == set(CARDS_OR_DICE)
