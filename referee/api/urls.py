"""Addresses of the network interface."""

from django.urls import path

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
    path("games/<uuid:game_id>/taps/", TapsView.as_view(), name="taps"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
]
