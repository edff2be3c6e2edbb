"""The Django app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Everything that SushiScore does; see the packages beside this file."""

    name = "referee"
    verbose_name = "SushiScore"
