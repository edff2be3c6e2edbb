"""LICENSES.md names everything that SushiScore is made of, and nothing that it is not."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LICENSES = (ROOT / "LICENSES.md").read_text()


def test_the_pictures_are_named_with_their_version_and_notice():
    package = json.loads((ROOT / "scripts/assets/icons.json").read_text())["package"]
    assert f"`{package['name']}` {package['version']}" in LICENSES
    assert "Copyright (c) Microsoft Corporation." in LICENSES
    assert "The above copyright notice and this permission notice shall be included" in LICENSES
    assert "[static/img/own](static/img/own)" in LICENSES
    assert "[MIT licence](LICENSE)" in LICENSES
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")


def test_files_of_others_are_named_with_their_version_and_come_with_their_licence():
    vendored = json.loads((ROOT / "scripts/assets/vendored.json").read_text())
    for package in (one["package"] for one in vendored):
        assert f"`{package['name']}` {package['version']}" in LICENSES
    there = {*(ROOT / "static/fonts").iterdir(), *(ROOT / "static/vendor").iterdir()}
    assert there == {ROOT / name for one in vendored for name in one["files"]}
    assert "PERFORMANCE" in (ROOT / "static/vendor/idiomorph-LICENSE.txt").read_text()
    licence = (ROOT / "static/fonts/zen-maru-gothic-OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert licence.startswith("Copyright 2021 The Zen Maru Gothic Authors")


def test_every_library_that_is_asked_for_is_named_with_a_licence():
    asked = "".join(
        (ROOT / f"requirements/{name}.in").read_text() for name in ("run", "postgres", "build")
    )
    wanted = re.findall(r"^([A-Za-z][\w-]*)", asked, re.M)
    table = LICENSES.partition("## Libraries")[2]
    named = {
        name.strip(): licence.strip()
        for names, licence in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
        for name in names.split(",")
    }
    assert set(wanted) <= set(named)
    for library in wanted:
        assert re.match(r"(MIT|BSD|Apache|Zero-Clause|LGPL|MPL)", named[library]), library


def test_what_browsers_get_out_of_the_libraries_is_named():
    for part in ("htmx 2", "Swagger UI"):
        assert re.search(rf"^\| {part} \|", LICENSES, re.MULTILINE)


def test_the_commonest_words_are_named_with_their_version_and_licence():
    (pinned,) = re.findall(r"^wordfreq==(\S+)", (ROOT / "requirements/words.in").read_text(), re.M)
    (row,) = (line for line in LICENSES.splitlines() if "phrases/common_words" in line)
    assert f"`wordfreq` {pinned}" in row
    assert "CC BY-SA 4.0" in row
