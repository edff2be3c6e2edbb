"""Addresses of the network interface."""

from django.urls import path
from django.views.decorators.common import no_append_slash
from rest_framework.routers import Route, SimpleRouter

from .club_files import ExportViewSet, ImportViewSet
from .clubs import ClubViewSet
from .description import DescriptionViewSet, DocsView
from .disputes import DisputeViewSet
from .games import GameViewSet
from .links import (
    CalendarViewSet,
    CaseViewSet,
    ClubLinkViewSet,
    InvitationViewSet,
    NightLinkViewSet,
)
from .nights import NightViewSet
from .phones import (
    ClubPhoneViewSet,
    HelperViewSet,
    JoinView,
    PhoneViewSet,
    SeatPhoneView,
    TakeOverViewSet,
)
from .players import MergeViewSet, PlayerViewSet
from .proposals import ProposalViewSet
from .rounds import RoundViewSet
from .rulesets import MenuViewSet, RulesetViewSet
from .scoring import DiagnoseViewSet, ScoreViewSet
from .seasons import SeasonViewSet
from .statistics import FiguresViewSet, RecordsViewSet, StandingsViewSet
from .streams import ClubStreamView, GameStreamView
from .tableaus import AllTableausViewSet, TableauViewSet
from .taps import TapViewSet
from .tournaments import (
    DrawnSeatViewSet,
    DrawnTableViewSet,
    DrawViewSet,
    EntrantViewSet,
    TournamentViewSet,
    WishOfTwoViewSet,
    WishViewSet,
)
from .webhooks import DeliveryViewSet, WebhookViewSet
from .words import AskViewSet, PhraseViewSet


class SingleRouter(SimpleRouter):
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
router.register("score", ScoreViewSet, "score")
router.register("diagnose", DiagnoseViewSet, "diagnose")
router.register("phrases", PhraseViewSet, "phrase")
router.register("ask", AskViewSet, "ask")
router.register("rulesets", RulesetViewSet, "ruleset")
router.register("clubs", ClubViewSet, "club")
router.register("clubs/<uuid:club_id>/helpers", HelperViewSet, "helper")
router.register("clubs/<uuid:club_id>/phones", ClubPhoneViewSet, "club_phone")
router.register("players", PlayerViewSet, "player")
router.register("players/<uuid:player_id>/merges", MergeViewSet, "merge")
router.register("nights", NightViewSet, "night")
router.register("games", GameViewSet, "game")
router.register("games/<uuid:game_id>/phones", PhoneViewSet, "phone")
router.register("seasons", SeasonViewSet, "season")
router.register("menus", MenuViewSet, "menu")
router.register("tournaments", TournamentViewSet, "tournament")
router.register("tournaments/<uuid:tournament_id>/entrants", EntrantViewSet, "entrant")
router.register("tournaments/<uuid:tournament_id>/wishes", WishViewSet, "wish")
router.register("tournaments/<uuid:tournament_id>/draws", DrawViewSet, "draw")
router.register("imports", ImportViewSet, "import")
router.register("webhooks", WebhookViewSet, "webhook")
router.register("webhooks/<uuid:webhook_id>/deliveries", DeliveryViewSet, "delivery")
single = SingleRouter(use_regex_path=False)
single.register("clubs/<uuid:club_id>/link", ClubLinkViewSet, "club_link")
single.register("clubs/<uuid:club_id>/calendar", CalendarViewSet, "calendar")
single.register("clubs/<uuid:club_id>/invitation", InvitationViewSet, "invitation")
single.register("nights/<uuid:night_id>/link", NightLinkViewSet, "night_link")
single.register("games/<uuid:game_id>/case", CaseViewSet, "case")
single.register("games/<uuid:game_id>/take-over", TakeOverViewSet, "take_over")
single.register("players/<uuid:player_id>/figures", FiguresViewSet, "figures")
single.register("standings", StandingsViewSet, "standings")
single.register("records", RecordsViewSet, "records")
single.register("export", ExportViewSet, "export")
_GAME, _CLUB = "games/<uuid:game_id>/", "clubs/<uuid:club_id>/"
_TOURNAMENT = "tournaments/<uuid:tournament_id>/"
_TABLE = f"{_TOURNAMENT}draws/<int:number>/tables/<int:table>/"
router.register(f"{_GAME}rounds", RoundViewSet, "round")
router.register(f"{_GAME}rounds/<int:number>/tableaus", TableauViewSet, "tableau")
router.register(f"{_GAME}disputes", DisputeViewSet, "dispute")
router.register(f"{_GAME}proposals", ProposalViewSet, "proposal")
router.register(f"{_GAME}taps", TapViewSet, "tap")
urlpatterns = [
    *router.urls,
    path(
        f"{_GAME}tableaus/",
        AllTableausViewSet.as_view({"get": "list"}, basename="tableau", detail=False),
        name="tableau-list",
    ),
    *single.urls,
    path(
        f"{_CLUB}stream/",
        ClubStreamView.as_view({"get": "stream"}, basename="club"),
        name="club-stream",
    ),
    path(
        f"{_GAME}seats/<int:seat>/phone/",
        SeatPhoneView.as_view({"delete": "free"}, basename="seat"),
        name="seat-free",
    ),
    path(
        f"{_TOURNAMENT}wishes/<uuid:player_id>/<uuid:other_id>/",
        WishOfTwoViewSet.as_view({"put": "update", "delete": "destroy"}, basename="wish"),
        name="wish-detail",
    ),
    path(
        f"{_TOURNAMENT}draws/<int:number>/seats/<uuid:player_id>/",
        DrawnSeatViewSet.as_view({"put": "update", "delete": "destroy"}, basename="drawn_seat"),
        name="drawn-seat",
    ),
    path(
        f"{_TABLE}start/",
        DrawnTableViewSet.as_view({"post": "start"}, basename="drawn_table"),
        name="drawn-table-start",
    ),
    path(
        f"{_TABLE}totals/",
        DrawnTableViewSet.as_view({"put": "totals"}, basename="drawn_table"),
        name="drawn-table-totals",
    ),
    path("join/", JoinView.as_view({"post": "join"}, basename="game"), name="game-join"),
    path(
        f"{_GAME}stream/",
        GameStreamView.as_view({"get": "stream"}, basename="game"),
        name="game-stream",
    ),
    path(
        "schema/", DescriptionViewSet.as_view({"get": "retrieve"}, basename="schema"), name="schema"
    ),
    path("docs/", DocsView.as_view(), name="docs"),
]
for pattern in urlpatterns:
    # Without the final slash it is not found: Django's redirect would lose what a POST sends.
    pattern.callback = no_append_slash(pattern.callback)  # type: ignore[type-var]  # each has one
