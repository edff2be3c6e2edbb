"""Changes that are not made, and why."""


class Refused(Exception):  # noqa: N818  # a refusal is an answer, not a failure
    """A change that the game's state does not allow. Nothing was changed.

    ``code`` says why: ``round-confirmed``, ``not-in-game``, ``too-many``, ``already-claimed``,
    ``no-uramaki``, ``too-many-claims``, ``not-a-number``, ``not-yet``, ``changed-meanwhile``,
    ``seats-empty`` or ``not-understood``.
    ``facts`` are what the wording of that code names.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
