"""What hatchling is told when it builds a wheel, besides pyproject.toml."""

import re
import runpy
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    "README.md", "locale", "pyproject.toml", "referee", "requirements", "static", "sushiscore",
    "templates",
)  # fmt: skip
"""What a wheel is made of."""


def version() -> str:
    """The wheel's version, `__version__`. Between releases it ends with the time at which a file
    was changed last: pip replaces no wheel by another one of the same version."""
    named: str = runpy.run_path(str(ROOT / "sushiscore/__init__.py"))["__version__"]
    if not named.endswith(".dev0"):
        return named
    below = (path for part in PARTS for path in (ROOT / part, *(ROOT / part).rglob("*")))
    # What is compiled is no change.
    written = (path for path in below if path.suffix != ".mo" and "__pycache__" not in path.parts)
    files = (path for path in written if path.is_file())
    changed = datetime.fromtimestamp(max(path.stat().st_mtime for path in files), UTC)
    return f"{named.removesuffix('0')}{changed:%Y%m%d%H%M%S}"


def description(readme: str, repository: str, at: str) -> str:
    """The readme as it can be read elsewhere: its links and pictures lead to the repository, or are
    left out where that has no address.

    Args:
        at: the tag or branch that they show.
    """
    if not repository:
        readme = re.sub(r"<img [^>]*>\s?", "", readme)
        return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]+\)", r"\1", readme)
    readme = readme.replace("<address of this repository>", repository)
    readme = re.sub(r'src="(?!https?:)', f'src="{repository}/raw/{at}/', readme)
    return re.sub(r"\]\((?!https?:)", f"]({repository}/blob/{at}/", readme)


class Metadata(MetadataHookInterface):
    """The version; what SushiScore needs, which stands in requirements/ alone; and where it is."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["version"] = version()
        metadata["dependencies"] = self._read("run")
        metadata["optional-dependencies"] = {"postgres": self._read("postgres")}
        repository = self.config["repository"]
        at = "HEAD" if ".dev" in metadata["version"] else f"v{metadata['version']}"
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": description(readme, repository, at),
        }
        metadata["urls"] = {
            name: f"{repository}{path}"
            for name, path in {
                "Repository": "",
                "Documentation": f"/blob/{at}/README.md#more",
                "Changelog": f"/blob/{at}/CHANGELOG.md",
            }.items()
            if repository
        }

    def _read(self, name: str) -> list[str]:
        text = (ROOT / f"requirements/{name}.in").read_text(encoding="utf-8")
        return [line for line in text.splitlines() if line and not line.startswith("#")]


class Catalogues(BuildHookInterface):
    """The compiled catalogues, which git has not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from scripts.compile_messages import catalogues, compile_outdated

        compile_outdated()
        for written in catalogues():
            compiled = written.with_suffix(".mo")
            inside = compiled.relative_to(self.root).as_posix()
            build_data["force_include"][str(compiled)] = f"sushiscore/files/{inside}"
