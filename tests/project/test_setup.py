"""`make setup`: from nothing, again, after an interruption, and where it cannot work."""

import os
import shutil
import subprocess
import sys
from contextlib import nullcontext as nothing
from pathlib import Path

import pytest

from scripts import compile_messages, make_env

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
    assert_has_nothing_to_do(checkout)
    pip = [checkout / ".venv/bin/python", "-m", "pip", "--version"]

    # As an interrupted one leaves it: half an environment, not yet marked as whole.
    (checkout / ".venv/made-from").unlink()
    shutil.rmtree(checkout / ".venv/lib")
    assert setup(checkout).returncode == 0
    assert subprocess.run(pip, capture_output=True, check=False).returncode == 0

    # As the removal of the Python that it was made with leaves it.
    (checkout / ".venv/bin/python").unlink()
    (checkout / ".venv/bin/python").symlink_to("/nowhere/python")
    assert setup(checkout).returncode == 0
    assert_has_nothing_to_do(checkout)


@pytest.mark.slow
def test_a_run_installs_nothing_of_the_tests_which_come_beside_it_when_they_are_wanted(checkout):
    assert setup(checkout, "run").returncode == 0
    assert_has_nothing_to_do(checkout, "run")
    (checkout / ".venv/of-a-running-server").touch()
    assert setup(checkout).stdout != ""
    assert (checkout / ".venv/of-a-running-server").exists()
    assert_has_nothing_to_do(checkout)
    assert_has_nothing_to_do(checkout, "run")

    (checkout / "requirements/test.txt").write_text("# something else\n")
    assert_has_nothing_to_do(checkout, "run")
    assert setup(checkout).stdout != ""
    assert not (checkout / ".venv/of-a-running-server").exists()


@pytest.mark.parametrize("ends", [{}, {"uv": 1}, {"uv": 1, "python": 1}])
def test_what_is_locked_is_installed_with_its_hashes_by_uv_or_else_by_pip(
    ends, monkeypatch, tmp_path, capsys
):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/uv").touch()
    monkeypatch.setattr(make_env, "ENV", tmp_path)
    asked = []

    def run(command, settings=None):
        asked.append((Path(command[0]).name, command, settings))
        is_of_packages = f"--requirement={ROOT}/requirements/run.txt" in command
        code = ends.get(asked[-1][0], 0) if is_of_packages else 0
        listed = "global.index-url='https://packages.example'\n:env:.find-links='/wheels /more'\n"
        return subprocess.CompletedProcess(command, code, stdout=listed)

    monkeypatch.setattr(make_env, "run", run)
    with pytest.raises(SystemExit, match="could not be installed") if len(ends) == 2 else nothing():
        make_env.install(["run"])
    of_packages = [one for one in asked if f"--requirement={ROOT}/requirements/run.txt" in one[1]]
    assert [program for program, *_ in of_packages] == ["uv", "python"][: 1 + bool(ends)]
    assert all("--require-hashes" in command for _, command, _ in of_packages)
    assert of_packages[0][2] == {
        "UV_DEFAULT_INDEX": "https://packages.example",
        "UV_FIND_LINKS": "/wheels,/more",
    }


def test_settings_of_uv_go_before_those_of_pip(monkeypatch):
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://own.example")
    show = [sys.executable, "-c", "import os; print(os.environ['UV_DEFAULT_INDEX'])"]
    done = make_env.run(show, {"UV_DEFAULT_INDEX": "https://packages.example"})
    assert done.stdout == "https://own.example\n"


@pytest.mark.parametrize("target", ["run", "wheel"])
def test_who_runs_or_builds_it_is_asked_for_nothing_of_the_tests(target):
    done = subprocess.run(
        ["make", "--dry-run", target], capture_output=True, check=True, cwd=ROOT, text=True
    )
    assert done.stdout.startswith("scripts/setup run && ")
    assert done.stdout.count("\n") == 1


def assert_has_nothing_to_do(checkout: Path, *words: str) -> None:
    before = state(checkout)
    second = setup(checkout, *words)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert state(checkout) == before


def test_setup_compiles_a_catalogue_that_is_newer_and_then_changes_nothing(ready_checkout):
    """As after a `git pull`."""
    path = ready_checkout / "locale/es/LC_MESSAGES/django.po"
    for age, text in ((10, "Deshacer"), (-10, "Anular")):
        write_catalogue(path, text, age)
        done = setup(ready_checkout)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert text.encode() in path.with_suffix(".mo").read_bytes()
        assert sorted(one.name for one in path.parent.iterdir()) == ["django.mo", "django.po"]
        assert_has_nothing_to_do(ready_checkout)


def test_what_was_written_in_the_moment_of_compiling_is_compiled_again(tmp_path):
    path = tmp_path / "es/LC_MESSAGES/django.po"
    write_catalogue(path, "Deshacer", 10)
    compile_messages.compile_one(path)
    assert list(compile_messages.outdated(tmp_path)) == []
    moment = path.stat().st_mtime_ns
    os.utime(path.with_suffix(".mo"), ns=(moment, moment))
    assert list(compile_messages.outdated(tmp_path)) == [path]


def test_a_broken_catalogue_is_told_in_one_line(ready_checkout):
    path = ready_checkout / "locale/es/LC_MESSAGES/django.po"
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
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "Undo"\nmsgstr "{text}"\n')
    changed = path.stat().st_mtime - age
    os.utime(path, (changed, changed))


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
