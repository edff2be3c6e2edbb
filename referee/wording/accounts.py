"""What whoever logs in is told."""

import math

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def wrong_password_message() -> str:
    """Say that the name or the password is wrong, and not which: names are nobody's to try out."""
    return _("The name or the password is wrong. Try again.")


def waiting_message(seconds: int) -> str:
    """Say how long a phone has to wait, in whole minutes, rounded up."""
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "The password was wrong too often. Wait %(minutes)s minute, then try again.",
        "The password was wrong too often. Wait %(minutes)s minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def many_log_ins_message(seconds: int) -> str:
    """Say how long to wait where many have logged in from one address, in whole minutes, rounded
    up."""
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "Many have logged in from this network lately. Wait %(minutes)s minute, then try again.",
        "Many have logged in from this network lately. Wait %(minutes)s minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def many_accounts_message(seconds: int) -> str:
    """Say how long to wait before another account is made, in whole minutes, rounded up."""
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "Too many accounts were made from here. Wait %(minutes)s minute, then type the "
        "password again.",
        "Too many accounts were made from here. Wait %(minutes)s minutes, then type the "
        "password again.",
        minutes,
    ) % {"minutes": minutes}
