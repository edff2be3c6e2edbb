"""Files out of packages that are pinned by version and hash, and come through npm."""

import base64
import hashlib
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path


class PackageError(Exception):
    """Why a package is not used."""


def packed_files(package: Mapping[str, str], paths: Sequence[str]) -> list[bytes]:
    """The contents of files of a package, by their paths within it.

    Args:
        package: its ``name``, ``version`` and ``integrity`` (sha512, as npm writes it).

    Raises:
        PackageError: when its hash is not the pinned one, or it holds no such file.
        subprocess.CalledProcessError: when npm does not get it.
    """
    packed = f"{package['name']}@{package['version']}"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", "--ignore-scripts", packed],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        (file,) = Path(folder).glob("*.tgz")
        archive = file.read_bytes()
    found = f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"
    if found != package["integrity"]:
        raise PackageError(f"{packed} has the hash {found}, not the pinned one")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return [_read(tar, packed, path) for path in paths]


def _read(tar: tarfile.TarFile, packed: str, path: str) -> bytes:
    try:
        member = tar.extractfile(f"package/{path}")
    except KeyError:
        member = None
    if member is None:
        raise PackageError(f"{packed} holds no {path}")
    return member.read()
