"""What cannot be read on a score sheet. Unlike problems, faults stop the scoring."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One thing that cannot be read.

    Attributes:
        place: where it stands, as ``rounds[0].tableaus.Ana, item 3``; "" for the whole document.
        code: what is wrong, a key of the wording.
        found: the offending text or value, shortened; "" where there is none.
        suggestion: the nearest thing that could be read, or "".
        wanted: what should stand there, in the catalogue's words, or "".
    """

    place: str
    code: str
    found: str = ""
    suggestion: str = ""
    wanted: str = ""


class SheetFaults(ValueError):  # noqa: N818  # it holds several
    """A score sheet that cannot be read. ``faults`` names every fault at once."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{f.place or 'sheet'}: {f.code} {f.found}" for f in faults))
        self.faults = tuple(faults)
