"""What cannot be read on a score sheet. Unlike problems, faults stop the scoring."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

MAX_FAULTS = 100
"""So many faults of a document are listed; the others are only counted."""


class Fault(NamedTuple):
    """One thing that cannot be read.

    Attributes:
        place: such as ``rounds[0].tableaus.Ana, item 3``; "" for the whole document.
        code: what is wrong, a key of the wording.
        found: the offending text or value, shortened.
        suggestion: the nearest thing that could be read.
        wanted: what should stand there, in the catalogue's words.
    """

    place: str
    code: str
    found: str = ""
    suggestion: str = ""
    wanted: str = ""


class FaultList:
    """The faults of a document: the first 100 are kept, all counted. Going over it gives those that
    are kept, and a last one that says how many more there are."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._kept: list[Fault] = []
        self._number = 0
        for fault in faults:
            self.append(fault)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Fault]:
        yield from self._kept
        if more := self._number - len(self._kept):
            yield Fault("", "more-faults", str(more))

    @property
    def room(self) -> int:
        """How many more would be kept."""
        return MAX_FAULTS - len(self._kept)

    def append(self, fault: Fault) -> None:
        if self.room:
            self._kept.append(fault)
        self._number += 1

    def count(self, number: int) -> None:
        """Counts faults that nobody has described; only where there is no more room."""
        self._number += number

    def take(self, faults: "FaultList", place: str) -> None:
        """Takes over the faults of a document that stands inside at that place."""
        for fault in faults._kept:
            at = f"{place}.{fault.place}" if fault.place else place
            self.append(fault._replace(place=at))
        self._number += len(faults) - len(faults._kept)


class SheetFaults(ValueError):  # noqa: N818  # one exception holds all faults
    """A score sheet that cannot be read; ``faults`` names the first 100, then how many more there
    are."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.found = faults if isinstance(faults, FaultList) else FaultList(faults)
        self.faults = tuple(self.found)
        lines = (f"{f.place or 'sheet'}: {f.code} {f.found}" for f in self.faults)
        super().__init__("; ".join(lines))
