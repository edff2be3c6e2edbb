"""Under which addresses the machine's neighbours reach it."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import psutil
from django.http import HttpRequest

# Interfaces that lead to virtual machines, containers and tunnels rather than to a phone.
_VIRTUAL = (
    "br-", "bridge", "cni", "docker", "flannel", "lxc", "lxd", "podman", "tailscale", "tap", "tun",
    "utun", "vboxnet", "veth", "virbr", "vmnet", "vnic", "wg", "zt",
)  # fmt: skip
_WIRELESS = ("wl", "wifi", "wi-fi")


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses that others can open, the likeliest for a phone first.

    Loopback and link-local addresses and interfaces that are down are left out; empty without a
    network.
    """
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = (
        (name, entry.address)
        for name, entries in psutil.net_if_addrs().items()
        if name in up
        for entry in entries
        if entry.family == socket.AF_INET
    )
    return by_likelihood(found)


def by_likelihood(found: Iterable[tuple[str, str]]) -> list[str]:
    """Order (interface, IPv4 address) pairs: home networks first, virtual interfaces last."""
    ranked = []
    for name, text in found:
        address = ipaddress.IPv4Address(text)
        if address.is_loopback or address.is_link_local or address.is_unspecified:
            continue
        lowered = name.lower()
        virtual = lowered.startswith(_VIRTUAL)
        ranked.append(
            (virtual, not address.is_private, not lowered.startswith(_WIRELESS), name, address)
        )
    return list(dict.fromkeys(str(entry[-1]) for entry in sorted(ranked)))


def reachable_address(request: HttpRequest) -> str:
    """The scheme, host and port under which the neighbours reach what this request reached.

    A page that was opened on the serving machine itself, as localhost, is at this machine's first
    address for everybody else; without a network it stays what it is.
    """
    host = urlsplit(f"//{request.get_host()}")
    if host.hostname in ("localhost", "127.0.0.1", "::1") and (addresses := own_addresses()):
        port = f":{host.port}" if host.port else ""
        return f"{request.scheme}://{addresses[0]}{port}"
    return f"{request.scheme}://{host.netloc}"
