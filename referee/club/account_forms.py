"""Forms for accounts. None sends a typed password back."""

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
    """A name as typed. It has no maxlength, because browsers would cut the name silently."""

    def __init__(self) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "dir": "auto"}
        super().__init__(
            label=gettext_lazy("Name of the account"),
            widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
            error_messages={"required": gettext_lazy("Write the name of the account.")},
        )


class PasswordField(forms.CharField):
    """A password. It keeps spaces and tells the browser whether the password is new."""

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
    """Asks for name, password, and whether the account gets the phone's own clubs."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"))
    keep = forms.BooleanField(
        required=False, label=gettext_lazy("Keep the club of this phone with the account, too")
    )


class NewAccountForm(forms.Form):
    """Asks for a new name and a password that is hard to guess."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"), is_new=True)

    def __init__(self, *args: Any, names: Sequence[str] = (), **kwargs: Any) -> None:
        """``names`` are those in the person's clubs, which others know."""
        super().__init__(*args, **kwargs)
        self.names = names

    def clean_name(self) -> str:
        """Check the name's form. The services check whether it is free."""
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
        """Refuse passwords that are easy to guess, also from the name."""
        account = _unsaved(self.cleaned_data.get("name", ""), self.names)
        return _checked(self.cleaned_data["password"], account)

    @staticmethod
    def rules() -> str:
        """Return the password rules in short."""
        return _("8 characters or more, not figures alone, and nothing that is easy to guess.")


class PasswordForm(forms.Form):
    """Asks for another password."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password until now"))
    new_password = PasswordField(gettext_lazy("New password"), is_new=True)

    def clean_new_password(self) -> str:
        """Check it like a first password."""
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
    """Return why the account was refused, with its name isolated for text direction."""
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
