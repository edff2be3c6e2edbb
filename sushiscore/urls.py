"""Every address: the pages at the root, the network interface below api/v1/."""

from django.urls import include, path

handler400 = "referee.api.base.errors.bad_request"
handler404 = "referee.api.base.errors.not_found"
handler500 = "referee.api.base.errors.server_error"
urlpatterns = [
    path("api/v1/", include("referee.api.urls")),
    path("", include("referee.urls")),
]
