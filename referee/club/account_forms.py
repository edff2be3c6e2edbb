"""The forms of accounts. A password that was typed is never sent back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..play.pages.common import isolated
from ..play.services.refusals import Refused
from ..wording.refusals import refusal_message
from .services.accounts import MAX_KEY_LENGTH, account_key, plain_password, unsaved_account
from .services.passwords import MAX_PASSWORD_LENGTH


class AccountField(forms.CharField):
    """An account's name as it was typed, without a limit in the browser, which would cut it."""

    def __init__(self) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "dir": "auto"}
        super().__init__(
            label=gettext_lazy("Name of the account"),
            widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
            error_messages={"required": gettext_lazy("Write the name of the account.")},
        )


class PasswordField(forms.CharField):
    """A password: spaces belong to it, and the browser knows whether it is a new one."""

    def __init__(self, label: Any, *, is_new: bool = False) -> None:
        purpose = "new-password" if is_new else "current-password"
        super().__init__(
            label=label,
            strip=False,
            validators=[MaxLengthValidator(MAX_PASSWORD_LENGTH)],  # not in the browser, which cuts
            widget=forms.PasswordInput(attrs={"autocomplete": purpose}),
            error_messages={"required": gettext_lazy("Write the password.")},
        )


class LogInForm(forms.Form):
    """Name and password, and whether the phone's own clubs are to go with the account."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"))
    keep = forms.BooleanField(
        required=False, label=gettext_lazy("Keep the club of this phone with the account, too")
    )


class NewAccountForm(forms.Form):
    """A name that nobody has, and a password that is hard to guess."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"), is_new=True)

    def __init__(self, *args: Any, names: Sequence[str] = (), **kwargs: Any) -> None:
        """``names`` are those in the person's clubs, which others know."""
        super().__init__(*args, **kwargs)
        self.names = names

    def clean_name(self) -> str:
        """A name that an account can have; whether it is free, the services say."""
        name = str(self.cleaned_data["name"])
        try:
            account = unsaved_account(name)
        except Refused as refused:
            raise ValidationError(refusal_text(refused)) from None
        if User.objects.filter(username=account.username).exists():
            taken = Refused("account-taken", name=account.first_name)
            raise ValidationError(refusal_text(taken), code=taken.code)
        return name

    def clean_password(self) -> str:
        """A password that is not easily guessed, from the name least of all."""
        account = _unsaved(self.cleaned_data.get("name", ""), self.names)
        return _checked(self.cleaned_data["password"], account)

    @staticmethod
    def rules() -> str:
        """What the validators ask of a password, in short."""
        return _("8 characters or more, not figures alone, and nothing that is easy to guess.")


class PasswordForm(forms.Form):
    """Another password for an account."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password until now"))
    new_password = PasswordField(gettext_lazy("New password"), is_new=True)

    def clean_new_password(self) -> str:
        """As hard to guess as the first one must be."""
        # Of a name that no account can have, not every word is compared with the password.
        name = self.cleaned_data.get("name", "")[:MAX_KEY_LENGTH]
        return _checked(self.cleaned_data["new_password"], _unsaved(name, ()))

    def is_fit_for(self, account: User) -> bool:
        """Whether the new password is unlike the names in the account's clubs, too. Asked once the
        old one was right: the form would else tell strangers those names."""
        try:
            _checked(self.cleaned_data["new_password"], account)
        except ValidationError as wrong:
            self.add_error("new_password", wrong)
            return False
        return True

    rules = staticmethod(NewAccountForm.rules)


def refusal_text(refused: Refused) -> str:
    """Why an account is not to be had so, with its name fit to stand in a sentence."""
    facts = {
        key: isolated(fact) if isinstance(fact, str) else fact
        for key, fact in refused.facts.items()
    }
    return refusal_message(refused.code, facts)


def _unsaved(name: str, names: Sequence[str]) -> User:
    account = User(username=account_key(name), first_name=name)
    account.names = names  # type: ignore[attr-defined]  # for KnownNamesValidator
    return account


def _checked(password: str, account: User) -> str:
    validate_password(plain_password(password), account)
    return password
