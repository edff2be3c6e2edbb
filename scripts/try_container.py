"""Try each step of the Dockerfile in a bare Debian, where no container engine can run.

    .venv/bin/python -m scripts.try_container [FOLDER]

Needs root, debootstrap, and the network. Afterwards it starts what was built as compose.yaml does:
not as root, without capabilities, with a root file system that cannot be written to; and asks its
health check. FOLDER keeps the bare Debian for the next time.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path

from scripts.server import lasting_port

ROOT = Path(__file__).resolve().parents[1]
BASE = "debian:trixie-slim"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PATIENCE = 60  # seconds, for a start
STEP = 900  # seconds, for a step


@dataclass
class Stage:
    """What a part of the Dockerfile from one FROM to the next has made so far."""

    tree: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/sbin:/usr/bin:/bin"})
    folder: str = "/"
    user: str = "root"
    health: str = ""
    command: str = ""
    volumes: list[str] = field(default_factory=list)

    def place(self, path: str) -> Path:
        """Where a path of the container lies outside."""
        return self.tree / Path(self.folder, path).as_posix().lstrip("/")


def why_not() -> str:
    """Why this machine cannot try it, or ""."""
    if os.geteuid():
        return "it needs root, for chroot and mount"
    missing = [name for name in ("debootstrap", "unshare", "chroot") if not shutil.which(name)]
    if missing:
        return f"{' and '.join(missing)} is not installed"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        return "it may not mount anything here"
    return ""


def steps() -> Iterator[tuple[str, str]]:
    """Each instruction of the Dockerfile with what follows it."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            keyword, _, rest = line.partition(" ")
            yield keyword, rest.strip()


def context() -> Iterator[Path]:
    """Every file that .dockerignore lets in, by its path in the checkout."""
    lines = (ROOT / ".dockerignore").read_text().split("\n")
    taken = [line[1:] for line in lines if line.startswith("!")]
    left = [line.removeprefix("**/") for line in lines if line.startswith("**/")]
    for name in taken:
        files = [ROOT / name] if (ROOT / name).is_file() else sorted((ROOT / name).rglob("*"))
        for path in files:
            parts = path.relative_to(ROOT).parts
            if path.is_file() and not any(fnmatch(part, one) for part in parts for one in left):
                yield path.relative_to(ROOT)


def copy(stage: Stage, stages: dict[str, Stage], words: list[str]) -> None:
    """COPY, from the checkout or from another stage."""
    origin = words.pop(0).removeprefix("--from=") if words[0].startswith("--") else ""
    what, to = words
    if origin:
        source = stages[origin].place(what)
        shutil.copytree(source, stage.place(to), symlinks=True, dirs_exist_ok=True)
        return
    for name in context():
        if what == "." or name.parts[0] == what:
            path = stage.place(to) / name.relative_to(what)
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, path)


def inside(stage: Stage, command: str, *mounts: str, user: str = "root") -> list[str]:
    """The command line that runs a shell command in a stage, with mounts that end with it. It is
    one process from beginning to end, so that a signal reaches what it runs."""
    tree = shlex.quote(str(stage.tree))
    rights = "--clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
    who = f"setpriv --reuid={user} --regid={user} {rights}" if user != "root" else ""
    given = " ".join(shlex.quote(f"{name}={value}") for name, value in stage.environment.items())
    shell = f"cd {shlex.quote(stage.folder)} && {command}"
    lines = [
        "set -e",
        f"mount --bind {tree} {tree}",
        f"mount --bind /proc {tree}/proc",
        f"mount --bind /dev {tree}/dev",
        *mounts,
        f"exec chroot {tree} {who} env --ignore-environment {given} sh -c {shlex.quote(shell)}",
    ]
    return ["unshare", "--mount", "sh", "-c", "\n".join(lines)]


def run(stage: Stage, command: str) -> None:
    """RUN, with what this machine has for the network, of which nothing stays in the tree."""
    trusted = {**stage.environment, "PIP_CERT": "/run/trusted"}
    network = [
        f"mount -t tmpfs tmpfs {stage.tree}/run",
        f"touch {stage.tree}/run/trusted {stage.tree}/etc/resolv.conf",
        f"mount --bind /etc/resolv.conf {stage.tree}/etc/resolv.conf",
        f"mount --bind {CERTIFICATES} {stage.tree}/run/trusted",
    ]
    line = inside(replace(stage, environment=trusted), command, *network)
    subprocess.run(line, check=True, timeout=STEP)


def build(base: Path, folder: Path) -> Stage:
    """Do what the Dockerfile says; the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(base)
    for keyword, rest in steps():
        print(f"{keyword} {rest}", flush=True)
        match keyword:
            case "FROM":
                image, _, name = rest.partition(" AS ")
                assert image == BASE, f"only {BASE} can be tried, not {image}"  # noqa: S101  # of our own Dockerfile
                stage = stages[name] = Stage(folder / (name or "last"))
                subprocess.run(["cp", "--archive", base, stage.tree], check=True)
            case "RUN":
                run(stage, rest)
            case "WORKDIR":
                stage.folder = rest
                stage.place(".").mkdir(parents=True, exist_ok=True)
            case "COPY":
                copy(stage, stages, rest.split())
            case "ENV":
                stage.environment |= dict(word.split("=", 1) for word in shlex.split(rest))
            case "USER":
                stage.user = rest
            case "VOLUME":
                stage.volumes.append(rest)
            case "HEALTHCHECK":
                stage.health = rest.partition(" CMD ")[2]
            case "CMD":
                stage.command = shlex.join(json.loads(rest))
            case _:
                assert keyword == "EXPOSE", f"{keyword} is not known here"  # noqa: S101  # of our own Dockerfile
    return stage


@contextlib.contextmanager
def started(stage: Stage, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[str]]]:
    """What was built, running as compose.yaml has it; and the mounts that it runs with."""
    mounts = [f"mount -t tmpfs tmpfs {stage.place('/tmp')}"]  # noqa: S108  # not this machine's
    for number, volume in enumerate(stage.volumes):
        outside = folder / f"volume-{number}"
        outside.mkdir()
        # A new volume belongs to whom the folder in the image belongs to.
        made = stage.place(volume).stat()
        os.chown(outside, made.st_uid, made.st_gid)
        outside.chmod(made.st_mode & 0o777)
        mounts.append(f"mount --bind {shlex.quote(str(outside))} {stage.place(volume)}")
    mounts.append(f"mount -o remount,bind,ro {stage.tree}")
    running = inside(stage, f"exec {stage.command}", *mounts, user=stage.user)
    with subprocess.Popen(running) as server:
        try:
            yield server, mounts
        finally:
            if server.poll() is None:
                server.kill()


def try_it(stage: Stage, folder: Path) -> None:
    """Start it, ask its health check, open a page, try to write, and stop it."""
    stage.environment["PORT"] = str(lasting_port())
    with started(stage, folder) as (server, mounts):

        def succeeds(command: str) -> bool:
            line = inside(stage, command, *mounts, user=stage.user)
            done = subprocess.run(line, capture_output=True, check=False, timeout=PATIENCE)
            return done.returncode == 0

        deadline = time.monotonic() + PATIENCE
        while not succeeds(stage.health):
            if server.poll() is not None or time.monotonic() > deadline:
                sys.exit("try_container: the health check was not content within a minute")
            time.sleep(0.5)
        address = f"http://127.0.0.1:{stage.environment['PORT']}/"
        page = urllib.request.urlopen(address, timeout=PATIENCE).read().decode()  # our own
        expected = {
            "the start page opens": "<title>SushiScore" in page,
            "it is not root": succeeds('[ "$(id -u)" != 0 ]'),
            "its root file system cannot be written to": not succeeds("touch /opt/sushiscore/x"),
            "its volume can": succeeds("sushiscore manage backup /data/copy"),
        }
        server.send_signal(signal.SIGTERM)
        expected["SIGTERM ends it well"] = server.wait(PATIENCE) == 0
    for what, is_so in expected.items():
        print(f"{'yes' if is_so else 'NO '} {what}", flush=True)
    if not all(expected.values()):
        sys.exit("try_container: see NO above")


def main() -> None:
    """Build it in a folder that goes again, and try it."""
    if reason := why_not():
        sys.exit(f"try_container: {reason}.")
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(sys.argv[1] if len(sys.argv) > 1 else temporary, "base").absolute()
        if not base.exists():
            release = BASE.partition(":")[2].removesuffix("-slim")
            subprocess.run(["debootstrap", "--variant=minbase", release, base], check=True)
            subprocess.run(["chroot", base, "apt-get", "clean"], check=True)
        stage = build(base, Path(temporary))
        size = sum(path.lstat().st_size for path in stage.tree.rglob("*") if path.is_file())
        bare = sum(path.lstat().st_size for path in base.rglob("*") if path.is_file())
        print(f"{(size - bare) / 1e6:.0f} MB more than a bare Debian", flush=True)
        try_it(stage, Path(temporary))


if __name__ == "__main__":
    main()
