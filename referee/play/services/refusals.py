"""Changes that are not made, and why."""

from ...wording.refusals import refusal_message


class Refused(Exception):  # noqa: N818  # a refusal is an answer, not a failure
    """A change that the game's state does not allow. Nothing was changed.

    ``code`` says why, ``facts`` are what its wording names; see wording.refusals for all of them.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def message(self) -> str:
        """What the user is told, in the language in use."""
        return refusal_message(self.code, self.facts)
