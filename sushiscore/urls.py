"""Every address: the pages at the root, the network interface below api/v1/."""

from django.urls import include, path

handler404 = "referee.api.errors.not_found"
urlpatterns = [
    path("api/v1/", include("referee.api.urls")),
    path("", include("referee.urls")),
]

handler500 = "sushiscore.unavailable.server_error"
