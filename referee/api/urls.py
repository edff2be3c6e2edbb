"""Addresses of the network interface."""

from django.urls import path

from . import club, club_files, games, managing
from .description import DocsView, SchemaView
from .rulesets import RulesetsView, RulesetView
from .scoring import DiagnoseView, ScoreView
from .streams import ClubStreamView, GameStreamView
from .taps import TapsView
from .webhooks import AgainView, DeliveriesView, WebhooksView, WebhookView
from .words import AskView, PhrasesView

app_name = "api"
_ROUND = "games/<uuid:game_id>/rounds/<int:number>/"
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
    path("clubs/<uuid:club_id>/stream/", ClubStreamView.as_view(), name="club-stream"),
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
    path("games/", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>/", games.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/sheet/", games.SheetView.as_view(), name="sheet"),
    path("games/<uuid:game_id>/tokens/", games.TokensView.as_view(), name="tokens"),
    path("games/<uuid:game_id>/seats/", games.SeatsView.as_view(), name="seats"),
    path("games/<uuid:game_id>/table/", games.TableView.as_view(), name="table"),
    path("games/<uuid:game_id>/table/code/", games.CodeView.as_view(), name="code"),
    path("games/<uuid:game_id>/rematch/", games.RematchView.as_view(), name="rematch"),
    path(f"{_ROUND}confirm/", games.ConfirmView.as_view(), name="confirm"),
    path(f"{_ROUND}reopen/", games.ReopenView.as_view(), name="reopen"),
    path(f"{_ROUND}correct/", games.CorrectView.as_view(), name="correct"),
    path(f"{_ROUND}late/", games.LateView.as_view(), name="late"),
    path(f"{_ROUND}tableaus/<int:place>/", games.TableauView.as_view(), name="tableau"),
    path("games/<uuid:game_id>/taps/", TapsView.as_view(), name="taps"),
    path("games/<uuid:game_id>/stream/", GameStreamView.as_view(), name="game-stream"),
    path("rounds/", games.RoundsView.as_view(), name="rounds"),
    path("tableaus/", games.TableausView.as_view(), name="tableaus"),
    path("standings/", club.StandingsView.as_view(), name="standings"),
    path("records/", club.RecordsView.as_view(), name="records"),
    path("export/", club_files.ExportView.as_view(), name="export"),
    path("import/", club_files.ImportsView.as_view(), name="import"),
    path("import/<slug:import_id>/", club_files.ImportView.as_view(), name="import-state"),
    path("webhooks/", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>/", WebhookView.as_view(), name="webhook"),
    path("webhooks/<uuid:webhook_id>/deliveries/", DeliveriesView.as_view(), name="deliveries"),
    path(
        "webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/again/",
        AgainView.as_view(),
        name="again",
    ),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
]
for pattern in urlpatterns:
    # Without the final slash it is not found: Django's redirect would lose what a POST sends.
    pattern.callback.should_append_slash = False
