"""``manage.py new_key``: a new key where the old one is lost."""

from typing import Any

from django.utils.translation import gettext as _

from referee.management.language import TerminalCommand
from referee.management.streams import fault
from referee.wording import visible

from ...hosting import data


class Command(TerminalCommand):
    """Makes a key if there is none. Phones with older cookies become strangers."""

    help = "Make a new key where the old one is lost; phones lose their clubs, accounts do not."
    needs_database = False

    def handle(self, *args: Any, **options: Any) -> None:
        """Never replace a key."""
        file = data.KEY_FILE
        try:
            data.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            if data.read_key():
                raise fault(_("There is a key in %(file)s; nothing was done."), file=file)
            data.make_key()
        except OSError as error:
            raise fault(_("%(file)s cannot be written: %(reason)s."), error, file=file) from error
        words = _(
            "A new key is in %(file)s. Log in with an account to get its clubs back on a phone."
        )
        self.stdout.write(words % {"file": visible(str(file))})
