"""Addresses of the network interface."""

from django.urls import path

from .taps import TapsView
from .views import DocsView, PhrasesView, SchemaView, ScoreView

app_name = "api"
urlpatterns = [
    path("score/", ScoreView.as_view(), name="score"),
    path("phrases/", PhrasesView.as_view(), name="phrases"),
    path("games/<uuid:game_id>/taps/", TapsView.as_view(), name="taps"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(), name="docs"),
]
