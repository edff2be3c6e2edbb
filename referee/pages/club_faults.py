"""What is wrong with a club file, in words, as far as anybody reads it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules import Fault
from ..wording import fault_message

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class FaultsInWords:
    """The first faults, each with its place, and how many more there are."""

    shown: Sequence[str]
    more: int


def faults_in_words(faults: Sequence[Fault]) -> FaultsInWords:
    """What a page or a command says of a file."""
    shown = [fault_message(fault) for fault in faults[:MOST_SHOWN]]
    return FaultsInWords(shown, len(faults) - len(shown))
