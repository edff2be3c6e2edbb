"""Addresses of the pages."""

from django.urls import path

from .views import (
    about,
    app,
    entry,
    games,
    home,
    joining,
    results,
    rounds,
    rules,
    setup,
    setup_card,
    table,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", about.about, name="about"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("new/<slug:ruleset>/", setup.new_game, name="new-game"),
    path("rules/", rules.choose, name="rules"),
    path("rules/<slug:ruleset>/", rules.rules, name="rules-of"),
    path("g/<uuid:game_id>/", games.game, name="game"),
    path("g/<uuid:game_id>/r/<int:number>/", rounds.round_result, name="round"),
    path("g/<uuid:game_id>/r/<int:number>/setup/", setup_card.setup_card, name="setup-card"),
    path("g/<uuid:game_id>/r/<int:number>/confirm/", rounds.confirm, name="confirm"),
    path("g/<uuid:game_id>/r/<int:number>/reopen/", rounds.reopen, name="reopen"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/", entry.entry, name="entry"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/ready/", entry.ready, name="ready"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/history/", table.history, name="history"),
    path("g/<uuid:game_id>/r/<int:number>/late/", rounds.late, name="late"),
    path("g/<uuid:game_id>/table/", table.table, name="table"),
    path("g/<uuid:game_id>/scoreboard/", table.scoreboard, name="scoreboard"),
    path("join/", joining.ask, name="join"),
    path("join/<str:code>/", joining.join_by_code, name="join-code"),
    path("g/<uuid:game_id>/tokens/", results.tokens, name="tokens"),
    path("g/<uuid:game_id>/delete/", games.delete, name="delete"),
    path("g/<uuid:game_id>/result/", results.final, name="result"),
    path("g/<uuid:game_id>/rules/", rules.game_rules, name="game-rules"),
]
