"""The page of an account's keys."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from ..account_forms import KeyForm
from ..log_in_attempts import sure_token

KEYS = "keys"
"""The purpose for which a phone gives its account's password on this page."""


def keys_context(
    account: User, phone: str, form: KeyForm | None = None, **more: Any
) -> dict[str, Any]:
    """Return what the page shows to a phone that has given the account's password."""
    return {
        "account": account,
        "keys": account.keys.order_by("made_at"),
        "form": form or KeyForm(initial={"scope": "read"}),
        "new_id": uuid4(),
        "sure": sure_token(account, phone, KEYS),
        **more,
    }
