"""Addresses of the pages."""

from django.urls import path

from .views import about, entry, games, home, results, rounds, rules, setup, setup_card

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", about.about, name="about"),
    path("new/<slug:ruleset>/", setup.new_game, name="new-game"),
    path("rules/", rules.choose, name="rules"),
    path("rules/<slug:ruleset>/", rules.rules, name="rules-of"),
    path("g/<uuid:game_id>/", games.game, name="game"),
    path("g/<uuid:game_id>/r/<int:number>/", rounds.round_result, name="round"),
    path("g/<uuid:game_id>/r/<int:number>/setup/", setup_card.setup_card, name="setup-card"),
    path("g/<uuid:game_id>/r/<int:number>/confirm/", rounds.confirm, name="confirm"),
    path("g/<uuid:game_id>/r/<int:number>/reopen/", rounds.reopen, name="reopen"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/", entry.entry, name="entry"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/claims/", entry.claims, name="claims"),
    path("g/<uuid:game_id>/tokens/", results.tokens, name="tokens"),
    path("g/<uuid:game_id>/delete/", games.delete, name="delete"),
    path("g/<uuid:game_id>/result/", results.final, name="result"),
    path("g/<uuid:game_id>/rules/", rules.game_rules, name="game-rules"),
]
