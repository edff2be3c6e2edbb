"""Make .venv from the locked requirements; called by scripts/setup where that finds it wanting.

The one argument is what .venv/made-from shall say; it is written last, so that an environment
whose making was interrupted is made anew by the next call.
"""

import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENV = ROOT / ".venv"
STAMP = ENV / "made-from"
LOCKS = ("run.txt", "test.txt")


def stop(reason: str) -> None:
    """End with one line on standard error."""
    sys.exit(f"setup: {reason}")


def install() -> None:
    """Install every locked package; pip's words are shown only when it fails."""
    command = [str(ENV / "bin" / "python"), "-I", "-m", "pip", "install", "--quiet"]
    command += ["--no-input", "--disable-pip-version-check", "--require-hashes"]
    for lock in LOCKS:
        command += ["-r", str(ROOT / "requirements" / lock)]
    # PIP_USER in somebody's environment would make pip refuse to install into a venv.
    settings = {**os.environ, "PIP_USER": "0"}
    done = subprocess.run(
        command, check=False, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        stop("the packages could not be installed (pip's reason is above); try again.")


def is_whole(wanted: str) -> bool:
    """Whether the environment is there, made from what is wanted, and its Python runs."""
    if not STAMP.is_file() or STAMP.read_text().strip() != wanted.strip():
        return False
    try:
        return subprocess.run([ENV / "bin" / "python", "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def make(wanted: str) -> None:
    """Make the environment from nothing and mark it as whole."""
    if ENV.exists() and not ENV.is_dir():
        stop(f"{ENV} is in the way: it is not a folder.")
    print("Making .venv from the locked requirements (once; about a minute) …", flush=True)
    venv.create(ENV, clear=True, with_pip=True, symlinks=True)
    install()
    STAMP.write_text(wanted + "\n")


def main() -> None:
    """Make the environment unless another setup, waited for, has made it meanwhile."""
    wanted = sys.argv[1]
    turn = os.open(ROOT / "requirements", os.O_RDONLY)
    fcntl.flock(turn, fcntl.LOCK_EX)
    try:
        if is_whole(wanted):
            return
        if not os.access(ROOT, os.W_OK):
            stop(f"the folder {ROOT} cannot be written to.")
        make(wanted)
    except OSError as error:
        stop(f"cannot make {ENV}: {error.strerror or error}.")
    except subprocess.CalledProcessError:
        stop(f"{sys.executable} could not make {ENV} (its venv or ensurepip module is broken).")
    except KeyboardInterrupt:
        stop("interrupted; the next one begins again.")


if __name__ == "__main__":
    main()
