"""`make setup`: from nothing, again, after an interruption, and where it cannot work."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = ("run", "postgres", "build")
"""The locks that `make run` needs."""


@pytest.fixture
def checkout(tmp_path):
    """A checkout with the setup alone, whose locks name no package (so no network is needed)."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "scripts").mkdir()
    for name in ("scripts/setup", "scripts/make_env.py", "scripts/compile_messages.py", "Makefile"):
        shutil.copy(ROOT / name, tmp_path / name)
    for lock in ("uv", *RUN, "test"):
        (tmp_path / f"requirements/{lock}.txt").write_text("# nothing\n")
    return tmp_path


PIP = """
echo "pip $*" >> "$FAKES/log"
case "$*" in
    *uv.txt*) [ -z "${NO_UV:-}" ] && cp "$FAKES/uv" "${0%python}uv" ;;
    *"config list"*) echo "global.index-url='https://packages.example/simple'"
        echo ":env:.find-links='/wheels /more'" ;;
    *) [ -z "${NO_PIP:-}" ] || { echo "no hashes"; exit 1; } ;;
esac
"""
UV = 'echo "uv $* $UV_DEFAULT_INDEX $UV_FIND_LINKS" >> "$FAKES/log"; exit ${UV_FAILS:-0}'


@pytest.fixture
def quick(tmp_path_factory):
    """Settings with which setup makes an environment of a pip and a uv that only write in the file
    log what they are asked for."""
    fakes = tmp_path_factory.mktemp("fakes")
    program(fakes / "pip", PIP)
    program(fakes / "uv", UV)
    (fakes / "venv.py").write_text(
        "import os, shutil\n"
        "def create(folder, **options):\n"
        "    shutil.rmtree(folder, ignore_errors=True)\n"
        "    (folder / 'bin').mkdir(parents=True)\n"
        "    shutil.copy(os.environ['FAKES'] + '/pip', folder / 'bin/python')\n"
    )
    command = f'[ "$2" = -c ] || PYTHONPATH="$FAKES" exec {sys.executable} "$2" "$3" $4 $5 $6 $7'
    return {"PYTHON": program(fakes / "python3", command), "FAKES": str(fakes)}


def setup(checkout: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", checkout / "scripts/setup", *words],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        text=True,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line with which a setup ended."""
    assert done.returncode != 0
    assert done.stderr.startswith("setup: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def program(path: Path, body: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below a folder, with its inode and time of change."""
    return {
        str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


@pytest.mark.slow
def test_setup_makes_an_environment_then_changes_nothing_and_repairs_a_broken_one(checkout):
    first = setup(checkout)
    assert first.returncode == 0, first.stderr
    assert_whole_and_repaired(checkout)
    pip = [checkout / ".venv/bin/python", "-m", "pip", "--version"]
    assert subprocess.run(pip, capture_output=True, check=False).returncode == 0


def test_setup_installs_what_is_locked_with_uv(checkout, quick):
    assert setup(checkout, **quick).returncode == 0
    *_, packages = asked(quick)
    assert packages.startswith("uv pip install")
    assert "--require-hashes" in packages
    assert f"--python={checkout}/.venv/bin/python" in packages
    for lock in (*RUN, "test"):
        assert f"--requirement={checkout}/requirements/{lock}.txt" in packages
    assert packages.endswith(" https://packages.example/simple /wheels,/more")
    assert_whole_and_repaired(checkout, **quick)


def test_a_run_installs_nothing_of_the_tests_which_come_beside_it_when_they_are_wanted(
    checkout, quick
):
    assert setup(checkout, "run", **quick).returncode == 0
    packages = asked(quick)[-1]
    assert [f"requirements/{lock}.txt" in packages for lock in (*RUN, "test")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert_has_nothing_to_do(checkout, "run", **quick)

    (checkout / ".venv/of-a-running-server").touch()
    assert setup(checkout, **quick).returncode == 0
    assert "requirements/test.txt" in asked(quick)[-1]
    assert (checkout / ".venv/of-a-running-server").exists()
    assert_has_nothing_to_do(checkout, **quick)
    assert_has_nothing_to_do(checkout, "run", **quick)

    (checkout / "requirements/test.txt").write_text("# something else\n")
    assert_has_nothing_to_do(checkout, "run", **quick)
    assert setup(checkout, **quick).stdout != ""
    assert not (checkout / ".venv/of-a-running-server").exists()


@pytest.mark.parametrize("target", ["run", "wheel"])
def test_who_runs_or_builds_it_is_asked_for_nothing_of_the_tests(target):
    done = subprocess.run(
        ["make", "--dry-run", target], capture_output=True, check=True, cwd=ROOT, text=True
    )
    assert done.stdout.startswith("scripts/setup run && ")
    assert done.stdout.count("\n") == 1


def test_settings_of_uv_go_before_those_of_pip(checkout, quick):
    assert setup(checkout, **quick, UV_DEFAULT_INDEX="https://own.example").returncode == 0
    assert asked(quick)[-1].endswith(" https://own.example /wheels,/more")


@pytest.mark.parametrize("hindrance", ["NO_UV", "UV_FAILS"])
def test_setup_installs_what_is_locked_with_pip_where_uv_cannot(checkout, quick, hindrance):
    assert setup(checkout, **quick, **{hindrance: "1"}).returncode == 0
    *_, packages = asked(quick)
    assert packages.startswith("pip -I -m pip")
    assert "--require-hashes" in packages
    assert f"--requirement={checkout}/requirements/test.txt" in packages


def test_packages_that_cannot_be_installed_are_told_with_pips_reason(checkout, quick):
    failed = setup(checkout, **quick, NO_UV="1", NO_PIP="1")
    assert failed.returncode != 0
    assert failed.stderr.splitlines()[0] == "no hashes"
    assert failed.stderr.splitlines()[-1].startswith("setup: the packages could not be installed")
    assert not (checkout / ".venv/made-from").exists()


def asked(quick: dict[str, str]) -> list[str]:
    """What was asked of pip and uv."""
    return Path(quick["FAKES"], "log").read_text().splitlines()


def assert_has_nothing_to_do(checkout: Path, *words: str, **environment: str) -> None:
    before = state(checkout)
    second = setup(checkout, *words, **environment)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert state(checkout) == before


def assert_whole_and_repaired(checkout: Path, **environment: str) -> None:
    """Setup has nothing more to do, but does it all again for a broken environment."""
    assert_has_nothing_to_do(checkout, **environment)

    # As an interrupted one leaves it: half an environment, not yet marked as whole.
    (checkout / ".venv/made-from").unlink()
    shutil.rmtree(checkout / ".venv/lib", ignore_errors=True)
    assert_repaired(checkout, **environment)

    # As the removal of the Python that it was made with leaves it.
    (checkout / ".venv/bin/python").unlink()
    (checkout / ".venv/bin/python").symlink_to("/nowhere/python")
    assert_repaired(checkout, **environment)


def assert_repaired(checkout: Path, **environment: str) -> None:
    """Setup makes a whole environment again, and then has nothing more to do."""
    repaired = setup(checkout, **environment)
    assert repaired.returncode == 0, repaired.stderr
    assert (checkout / ".venv/bin/python").exists()
    assert setup(checkout, **environment).stdout == ""


def test_setup_compiles_a_catalogue_that_is_newer_and_then_changes_nothing(ready_checkout):
    """As after a `git pull`."""
    path = ready_checkout / "locale/es/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    for age, text in ((20, "Deshacer"), (10, "Anular")):
        write_catalogue(path, text, age)
        done = setup(ready_checkout)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert text.encode() in path.with_suffix(".mo").read_bytes()
        os.utime(path.with_suffix(".mo"), (path.stat().st_mtime + 5,) * 2)
        before = state(ready_checkout)
        assert setup(ready_checkout).returncode == 0
        assert state(ready_checkout) == before


def test_a_broken_catalogue_is_told_in_one_line(ready_checkout):
    path = ready_checkout / "locale/es/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True)
    write_catalogue(path, "Deshacer", 0)
    path.write_text(f"{path.read_text()}what is this\n")
    line = refused(setup(ready_checkout))
    assert "locale/es/LC_MESSAGES/django.po cannot be read: line 6: 'what is this'" in line


@pytest.fixture
def ready_checkout(checkout):
    """A checkout that takes the Python of these tests, which has the library, for its own."""
    program(checkout / ".venv/bin/python", f'exec {sys.executable} "$@"')
    sums = " ".join(f"$(cksum <requirements/{lock}.txt)" for lock in (*RUN, "test"))
    stamp = f'echo "$(pwd -P) {sums}"'
    told = subprocess.run(["/bin/sh", "-c", stamp], capture_output=True, check=True, cwd=checkout)
    (checkout / ".venv/made-from").write_bytes(told.stdout)
    return checkout


def write_catalogue(path: Path, text: str, age: float) -> None:
    """A catalogue of one text, so many seconds old."""
    path.write_text(f'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "Undo"\nmsgstr "{text}"\n')
    changed = path.stat().st_mtime - age
    os.utime(path, (changed, changed))


@pytest.mark.slow
def test_setup_is_not_up_to_date_once_a_lock_has_changed(checkout):
    assert setup(checkout).returncode == 0
    (checkout / "requirements/run.txt").write_text(f"{checkout}\n")  # a package without a hash
    (checkout / "pyproject.toml").write_text("[project]\nname = 'own'\nversion = '1'\n")
    changed = setup(checkout)
    assert changed.returncode != 0
    assert "hashes" in changed.stderr
    assert changed.stderr.splitlines()[-1].startswith("setup: the packages could not be installed")


def test_this_checkouts_environment_is_up_to_date():
    done = subprocess.run(["make", "setup"], capture_output=True, check=False, cwd=ROOT, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_missing_python_is_told_in_one_line(checkout, tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("dirname", "cat", "cksum"):
        (tools / name).symlink_to(shutil.which(name))
    line = refused(setup(checkout, PATH=str(tools), PYTHON=""))
    assert "no Python 3.11 or newer was found" in line


def test_a_named_python_that_is_not_there_is_told_in_one_line(checkout):
    assert "/nowhere/python" in refused(setup(checkout, PYTHON="/nowhere/python"))


def test_a_python_that_is_too_old_is_told_in_one_line(checkout, tmp_path):
    old = program(tmp_path / "old python", "exit 1")
    assert "3.11 or newer" in refused(setup(checkout, PYTHON=old))


def test_a_python_without_venv_is_told_in_one_line(checkout, tmp_path):
    bare = program(tmp_path / "python3", 'case "$*" in *ensurepip*) exit 1;; esac')
    assert "python3-venv" in refused(setup(checkout, PYTHON=bare))


def test_something_in_the_environments_place_is_told_in_one_line(checkout):
    (checkout / ".venv").write_text("in the way")
    assert "in the way" in refused(setup(checkout))


def test_a_place_where_no_environment_can_be_is_told_in_one_line(checkout):
    (checkout / ".venv").symlink_to(checkout / "Makefile" / "below-a-file")
    assert "cannot make" in refused(setup(checkout))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_checkout_is_told_in_one_line(checkout):
    checkout.chmod(0o555)
    try:
        assert "cannot be written to" in refused(setup(checkout))
    finally:
        checkout.chmod(0o755)
