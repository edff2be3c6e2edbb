"""Addresses of the pages."""

from django.urls import path

from .views import entry, games, home, results, rounds, setup

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<slug:ruleset>/", setup.new_game, name="new-game"),
    path("g/<uuid:game_id>/", games.game, name="game"),
    path("g/<uuid:game_id>/r/<int:number>/", rounds.round_result, name="round"),
    path("g/<uuid:game_id>/r/<int:number>/confirm/", rounds.confirm, name="confirm"),
    path("g/<uuid:game_id>/r/<int:number>/reopen/", rounds.reopen, name="reopen"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/", entry.entry, name="entry"),
    path("g/<uuid:game_id>/r/<int:number>/<int:place>/claims/", entry.claims, name="claims"),
    path("g/<uuid:game_id>/tokens/", results.tokens, name="tokens"),
    path("g/<uuid:game_id>/delete/", games.delete, name="delete"),
    path("g/<uuid:game_id>/result/", results.final, name="result"),
]
