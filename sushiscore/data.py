"""The data folder and the key that lies in it.

Apart from the settings, because a server's key must be in its file before they are read.
"""

import os
import secrets
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("SUSHISCORE_DATA") or BASE_DIR / "var").absolute()
KEY_FILE = DATA_DIR / "secret.key"


def make_data_folder() -> None:
    """Make the data folder if there is none, and its key file if there is none.

    Raises OSError where the folder cannot be made or written to, or the key not be read.
    """
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    probe = DATA_DIR / f".writable-{os.getpid()}"
    probe.touch()
    probe.unlink()
    if not KEY_FILE.exists():
        _make_key()
    KEY_FILE.read_text()


def _make_key() -> None:
    """Write a new key, readable by its owner alone, whole or not at all."""
    new = KEY_FILE.with_suffix(f".new-{os.getpid()}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
    try:
        # A link, unlike a rename, never replaces a key that another start has made meanwhile.
        os.link(new, KEY_FILE)
    except FileExistsError:
        pass
    finally:
        new.unlink()
