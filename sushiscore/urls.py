"""Every address: the pages at the root, the network interface below api/v1/."""

from django.urls import include, path

handler400 = "referee.api.errors.bad_request"
handler404 = "referee.api.errors.not_found"
handler500 = "referee.api.errors.server_error"
urlpatterns = [
    path("api/v1/", include("referee.api.urls")),
    path("", include("referee.urls")),
]
