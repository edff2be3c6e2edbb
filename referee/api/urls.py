"""Addresses of the network interface."""

from django.urls import path
from django.views.decorators.common import no_append_slash
from rest_framework.routers import SimpleRouter

from . import club, club_files, managing
from .description import DescriptionViewSet, DocsView
from .disputes import DisputeViewSet
from .games import GameViewSet
from .nights import NightViewSet
from .phones import ClubPhoneViewSet, HelperViewSet, JoinView, PhoneViewSet, SeatPhoneView
from .rounds import RoundViewSet
from .rulesets import RulesetViewSet
from .scoring import DiagnoseViewSet, ScoreViewSet
from .streams import ClubStreamView, GameStreamView
from .tableaus import AllTableausViewSet, TableauViewSet
from .taps import TapsView
from .webhooks import DeliveryViewSet, WebhookViewSet
from .words import AskViewSet, PhraseViewSet

app_name = "api"
router = SimpleRouter(use_regex_path=False)
router.register("score", ScoreViewSet, "score")
router.register("diagnose", DiagnoseViewSet, "diagnose")
router.register("phrases", PhraseViewSet, "phrase")
router.register("ask", AskViewSet, "ask")
router.register("rulesets", RulesetViewSet, "ruleset")
router.register("nights", NightViewSet, "night")
router.register("games", GameViewSet, "game")
router.register("clubs/<uuid:club_id>/helpers", HelperViewSet, "helper")
router.register("clubs/<uuid:club_id>/phones", ClubPhoneViewSet, "club_phone")
router.register("games/<uuid:game_id>/phones", PhoneViewSet, "phone")
router.register("webhooks", WebhookViewSet, "webhook")
router.register("webhooks/<uuid:webhook_id>/deliveries", DeliveryViewSet, "delivery")
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
    path("clubs/", club.ClubsView.as_view(), name="clubs"),
    path(_CLUB, managing.ClubView.as_view(), name="club"),
    path(f"{_CLUB}link/", managing.ClubLinkView.as_view(), name="club-link"),
    path(f"{_CLUB}calendar/", managing.CalendarView.as_view(), name="club-calendar"),
    path(f"{_CLUB}invitation/", managing.InvitationView.as_view(), name="club-invitation"),
    path(
        f"{_CLUB}stream/",
        ClubStreamView.as_view({"get": "stream"}, basename="club"),
        name="club-stream",
    ),
    path("seasons/", club.SeasonsView.as_view(), name="seasons"),
    path("seasons/<slug:key>/", managing.SeasonView.as_view(), name="season"),
    path("seasons/<slug:key>/close/", managing.SeasonCloseView.as_view(), name="season-close"),
    path("players/", club.PlayersView.as_view(), name="players"),
    path("players/<uuid:player_id>/", managing.PlayerView.as_view(), name="player"),
    path("players/<uuid:player_id>/figures/", managing.FiguresView.as_view(), name="figures"),
    path("players/<uuid:player_id>/merges/", managing.MergesView.as_view(), name="merges"),
    path(
        "players/<uuid:player_id>/merges/<uuid:merge_id>/",
        managing.MergeView.as_view(),
        name="merge",
    ),
    path("menus/", club.MenusView.as_view(), name="menus"),
    path("nights/<uuid:night_id>/link/", managing.NightLinkView.as_view(), name="night-link"),
    path(f"{_GAME}case/", managing.CaseView.as_view(), name="case"),
    path(
        f"{_GAME}seats/<int:seat>/phone/",
        SeatPhoneView.as_view({"delete": "free"}, basename="seat"),
        name="seat-free",
    ),
    path("join/", JoinView.as_view({"post": "join"}, basename="game"), name="game-join"),
    path(f"{_GAME}taps/", TapsView.as_view(), name="taps"),
    path(
        f"{_GAME}stream/",
        GameStreamView.as_view({"get": "stream"}, basename="game"),
        name="game-stream",
    ),
    path("standings/", club.StandingsView.as_view(), name="standings"),
    path("records/", club.RecordsView.as_view(), name="records"),
    path("export/", club_files.ExportView.as_view(), name="export"),
    path("import/", club_files.ImportsView.as_view(), name="import"),
    path("import/<slug:import_id>/", club_files.ImportView.as_view(), name="import-state"),
    path(
        "schema/", DescriptionViewSet.as_view({"get": "retrieve"}, basename="schema"), name="schema"
    ),
    path("docs/", DocsView.as_view(), name="docs"),
]
for pattern in urlpatterns:
    # Without the final slash it is not found: Django's redirect would lose what a POST sends.
    pattern.callback = no_append_slash(pattern.callback)  # type: ignore[type-var]  # each has one
