"""What hatchling is told when it builds a wheel, besides pyproject.toml."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class Requirements(MetadataHookInterface):
    """What SushiScore needs, which stands in requirements/ alone."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = self._read("run")
        metadata["optional-dependencies"] = {"postgres": self._read("postgres")}

    def _read(self, name: str) -> list[str]:
        text = Path(self.root, f"requirements/{name}.in").read_text(encoding="utf-8")
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
