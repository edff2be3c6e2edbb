"""Make .venv from the locked requirements; called by scripts/setup where that finds it wanting.

The first argument is what .venv/made-from shall say; it is written last, so that an environment
whose making was interrupted is made anew by the next call. The others name the locks.
"""

import ast
import fcntl
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENV = ROOT / ".venv"
STAMP = ENV / "made-from"
UV_NAMES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
}
"""uv's variable for a setting of pip, and what it puts between several values."""


def stop(reason: str) -> None:
    """End with one line on standard error."""
    sys.exit(f"setup: {reason}")


def install(locks: list[str]) -> None:
    """Install the locked packages with uv, or with pip (ten times slower) where uv cannot.

    What they say is shown only when pip fails.
    """
    pip = [f"{ENV}/bin/python", "-I", "-m", "pip", "--no-input", "--disable-pip-version-check"]
    locked = ["install", "--quiet", "--require-hashes"]
    packages = [f"--requirement={ROOT}/requirements/{lock}.txt" for lock in locks]
    uv = [f"{ENV}/bin/uv", "pip", *locked, f"--python={ENV}/bin/python"]

    get_uv = [*pip, *locked, "--only-binary=:all:", f"--requirement={ROOT}/requirements/uv.txt"]
    if run(get_uv).returncode == 0 and Path(uv[0]).exists():
        settings = uv_settings(run([*pip, "config", "list"]).stdout)
        if run([*uv, "--index-strategy=unsafe-best-match", *packages], settings).returncode == 0:
            return
    done = run([*pip, *locked, *packages])
    if done.returncode:
        sys.stderr.write(done.stdout)
        stop("the packages could not be installed (pip's reason is above); try again.")


def run(command: list[str], settings: dict[str, str] | None = None) -> subprocess.CompletedProcess:
    """Run a command; what is set in the environment goes before the settings."""
    # PIP_USER in somebody's environment would make pip refuse to install into a venv.
    return subprocess.run(
        command,
        check=False,
        env={**(settings or {}), **os.environ, "PIP_USER": "0"},
        errors="replace",
        stderr=subprocess.STDOUT,
        stdout=subprocess.PIPE,
        text=True,
    )


def uv_settings(listed: str) -> dict[str, str]:
    """Variables that make uv look where pip looks.

    Args:
        listed: what `pip config list` prints, such as `global.index-url='https://…'`.
    """
    settings = {}
    # Variables go before the section [install], and that before [global].
    for line in sorted(listed.splitlines(), key=lambda line: line.startswith(":env:")):
        key, _, value = line.partition("=")
        section, _, option = key.rpartition(".")
        if section in ("global", "install", ":env:") and option in UV_NAMES:
            name, between = UV_NAMES[option]
            settings[name] = between.join(ast.literal_eval(value).split())
    return settings


def made_from() -> str:
    """What the environment was made from; "" where it is not whole or its Python does not run."""
    try:
        subprocess.run([ENV / "bin" / "python", "-c", ""], check=True)
        return STAMP.read_text().strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def main() -> None:
    """Make the environment unless another setup, waited for, has made it meanwhile."""
    wanted, *locks = sys.argv[1:]
    turn = os.open(ROOT / "requirements", os.O_RDONLY)
    fcntl.flock(turn, fcntl.LOCK_EX)
    try:
        made = made_from()
        if f"{made} ".startswith(f"{wanted} "):
            return
        if not os.access(ROOT, os.W_OK):
            stop(f"the folder {ROOT} cannot be written to.")
        if ENV.exists() and not ENV.is_dir():
            stop(f"{ENV} is in the way: it is not a folder.")
        print("Making .venv from the locked requirements (once) …", flush=True)
        # A server may run from the one that lacks only what tests need.
        if not made or not wanted.startswith(made):
            venv.create(ENV, clear=True, with_pip=True, symlinks=True)
        install(locks)
        STAMP.write_text(wanted + "\n")
    except OSError as error:
        stop(f"cannot make {ENV}: {error.strerror or error}.")
    except subprocess.CalledProcessError:
        stop(f"{sys.executable} could not make {ENV} (its venv or ensurepip module is broken).")
    except KeyboardInterrupt:
        stop("interrupted; the next one begins again.")


if __name__ == "__main__":
    main()
