"""Addresses of the network interface."""

from django.urls import path
from django.views.decorators.common import no_append_slash
from rest_framework.routers import Route, SimpleRouter

from . import phones
from .club_files import ExportViewSet, ImportViewSet
from .clubs import ClubViewSet
from .description import DocsView, SchemaView
from .disputes import DisputeViewSet
from .games import GameViewSet
from .links import (
    CalendarViewSet,
    CaseViewSet,
    ClubLinkViewSet,
    InvitationViewSet,
    NightLinkViewSet,
)
from .menus import MenuViewSet
from .nights import NightViewSet
from .players import MergeViewSet, PlayerViewSet
from .rounds import RoundViewSet
from .rulesets import RulesetsView, RulesetView
from .scoring import DiagnoseView, ScoreView
from .seasons import SeasonViewSet
from .statistics import FiguresViewSet, RecordsViewSet, StandingsViewSet
from .streams import ClubStreamView, GameStreamView
from .tableaus import AllTableausViewSet, TableauViewSet
from .taps import TapsView
from .webhooks import AgainView, DeliveriesView, WebhooksView, WebhookView
from .words import AskView, PhrasesView


class OneRouter(SimpleRouter):
    """Addresses at which there is one of a kind."""

    routes = [
        Route(
            url="{prefix}{trailing_slash}",
            mapping={"get": "retrieve", "put": "update", "delete": "destroy"},
            name="{basename}-detail",
            detail=True,
            initkwargs={},
        )
    ]


app_name = "api"
router = SimpleRouter(use_regex_path=False)
router.register("clubs", ClubViewSet, "club")
router.register("players", PlayerViewSet, "player")
router.register("players/<uuid:player_id>/merges", MergeViewSet, "merge")
router.register("nights", NightViewSet, "night")
router.register("games", GameViewSet, "game")
router.register("seasons", SeasonViewSet, "season")
router.register("menus", MenuViewSet, "menu")
router.register("imports", ImportViewSet, "import")
one = OneRouter(use_regex_path=False)
one.register("clubs/<uuid:club_id>/link", ClubLinkViewSet, "club_link")
one.register("clubs/<uuid:club_id>/calendar", CalendarViewSet, "calendar")
one.register("clubs/<uuid:club_id>/invitation", InvitationViewSet, "invitation")
one.register("nights/<uuid:night_id>/link", NightLinkViewSet, "night_link")
one.register("games/<uuid:game_id>/case", CaseViewSet, "case")
one.register("players/<uuid:player_id>/figures", FiguresViewSet, "figures")
one.register("standings", StandingsViewSet, "standings")
one.register("records", RecordsViewSet, "records")
one.register("export", ExportViewSet, "export")
_GAME, _CLUB = "games/<uuid:game_id>/", "clubs/<uuid:club_id>/"
router.register(f"{_GAME}rounds", RoundViewSet, "round")
router.register(f"{_GAME}rounds/<int:number>/tableaus", TableauViewSet, "tableau")
router.register(f"{_GAME}disputes", DisputeViewSet, "dispute")
urlpatterns = [
    *router.urls,
    path(
        f"{_GAME}tableaus/",
        AllTableausViewSet.as_view({"get": "list"}, basename="tableau", detail=False),
        name="tableau-list",
    ),
    *one.urls,
    path("score/", ScoreView.as_view(), name="score"),
    path("diagnose/", DiagnoseView.as_view(), name="diagnose"),
    path("phrases/", PhrasesView.as_view(), name="phrases"),
    path("ask/", AskView.as_view(), name="ask"),
    path("rulesets/", RulesetsView.as_view(), name="rulesets"),
    path("rulesets/<slug:ruleset>/", RulesetView.as_view(), name="ruleset"),
    path(f"{_CLUB}helpers/", phones.HelpersView.as_view(), name="helpers"),
    path(f"{_CLUB}helpers/<slug:helper_id>/", phones.HelperView.as_view(), name="helper"),
    path(f"{_CLUB}phones/", phones.ClubPhonesView.as_view(), name="club-phones"),
    path(f"{_CLUB}phones/<slug:phone_id>/", phones.ClubPhoneView.as_view(), name="club-phone"),
    path(f"{_CLUB}stream/", ClubStreamView.as_view(), name="club-stream"),
    path(f"{_GAME}phones/", phones.PhonesView.as_view(), name="phones"),
    path(f"{_GAME}phones/<slug:phone_id>/", phones.PhoneView.as_view(), name="phone"),
    path(f"{_GAME}seats/<int:place>/phone/", phones.SeatPhoneView.as_view(), name="seat-phone"),
    path("join/", phones.JoinView.as_view(), name="join"),
    path(f"{_GAME}taps/", TapsView.as_view(), name="taps"),
    path(f"{_GAME}stream/", GameStreamView.as_view(), name="game-stream"),
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
    pattern.callback = no_append_slash(pattern.callback)  # type: ignore[type-var]  # each has one
