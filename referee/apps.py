"""The Django app."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Everything that SushiScore does; see the packages beside this file."""

    name = "referee"
    verbose_name = "SushiScore"

    def ready(self) -> None:
        """Connect the live streams and the standings to what happens at the tables. Look out for
        slow statements."""
        from django.db.backends.signals import connection_created

        from .club import jobs as of_clubs
        from .club.services.counting import count_game, forget_game
        from .club.services.webhooks import tell_of_deletion, tell_of_round, tell_of_start
        from .hosting.metrics import time_statements
        from .jobs import runner
        from .live.bus import end_streams_of_key, process_bus, publish_change, publish_evening
        from .play import jobs as of_play
        from .play.signals import (
            evening_changed,
            game_changed,
            game_deleting,
            game_ended,
            game_reopened,
            game_started,
            key_revoked,
            round_confirmed,
        )
        from .tournament.services.tables import tell_hall

        runner.WORKS.update(of_play.WORKS | of_clubs.WORKS)
        connection_created.connect(time_statements, dispatch_uid="metrics")
        process_bus()  # made once, before there are threads
        game_changed.connect(publish_change, dispatch_uid="live")
        evening_changed.connect(publish_evening, dispatch_uid="live")
        key_revoked.connect(end_streams_of_key, dispatch_uid="live")
        game_ended.connect(count_game, dispatch_uid="standings")
        game_reopened.connect(count_game, dispatch_uid="standings")
        round_confirmed.connect(tell_of_round, dispatch_uid="webhooks")
        round_confirmed.connect(tell_hall, dispatch_uid="hall")
        game_deleting.connect(forget_game, dispatch_uid="standings")
        game_started.connect(tell_of_start, dispatch_uid="webhooks")
        game_deleting.connect(tell_of_deletion, dispatch_uid="webhooks")
