"""Addresses of the network interface."""

from django.urls import path

from . import club, club_files, managing
from .description import DocsView, SchemaView
from .rulesets import RulesetsView, RulesetView
from .scoring import DiagnoseView, ScoreView
from .taps import TapsView
from .words import AskView, PhrasesView

app_name = "api"
urlpatterns = [
    path("score/", ScoreView.as_view(), name="score"),
    path("diagnose/", DiagnoseView.as_view(), name="diagnose"),
    path("phrases/", PhrasesView.as_view(), name="phrases"),
    path("ask/", AskView.as_view(), name="ask"),
    path("rulesets/", RulesetsView.as_view(), name="rulesets"),
    path("rulesets/<slug:ruleset>/", RulesetView.as_view(), name="ruleset"),
    path("clubs/", club.ClubsView.as_view(), name="clubs"),
    path("clubs/<uuid:club_id>/", managing.ClubView.as_view(), name="club"),
    path("clubs/<uuid:club_id>/link/", managing.ClubLinkView.as_view(), name="club-link"),
    path("seasons/", club.SeasonsView.as_view(), name="seasons"),
    path("seasons/<slug:key>/", managing.SeasonView.as_view(), name="season"),
    path("seasons/<slug:key>/close/", managing.SeasonCloseView.as_view(), name="season-close"),
    path("players/", club.PlayersView.as_view(), name="players"),
    path("players/<uuid:player_id>/", managing.PlayerView.as_view(), name="player"),
    path("players/<uuid:player_id>/merges/", managing.MergesView.as_view(), name="merges"),
    path(
        "players/<uuid:player_id>/merges/<uuid:merge_id>/",
        managing.MergeView.as_view(),
        name="merge",
    ),
    path("nights/", club.NightsView.as_view(), name="nights"),
    path("nights/<uuid:night_id>/", managing.NightView.as_view(), name="night"),
    path("nights/<uuid:night_id>/link/", managing.NightLinkView.as_view(), name="night-link"),
    path("games/", club.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>/", club.GameView.as_view(), name="game"),
    path("rounds/", club.RoundsView.as_view(), name="rounds"),
    path("tableaus/", club.TableausView.as_view(), name="tableaus"),
    path("standings/", club.StandingsView.as_view(), name="standings"),
    path("records/", club.RecordsView.as_view(), name="records"),
    path("export/", club_files.ExportView.as_view(), name="export"),
    path("import/", club_files.ImportsView.as_view(), name="import"),
    path("import/<slug:import_id>/", club_files.ImportView.as_view(), name="import-state"),
    path("games/<uuid:game_id>/taps/", TapsView.as_view(), name="taps"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
]
