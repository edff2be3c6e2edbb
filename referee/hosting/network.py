"""Finds this machine's addresses, the networks of clients, and how many files may be open."""

import ipaddress
import os
import resource
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import psutil
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

# Interfaces that lead to virtual machines, containers and tunnels rather than to a phone.
_VIRTUAL = (
    "br-", "bridge", "cni", "docker", "flannel", "lxc", "lxd", "podman", "tailscale", "tap", "tun",
    "utun", "vboxnet", "veth", "virbr", "vmnet", "vnic", "wg", "zt",
)  # fmt: skip
_WIRELESS = ("wl", "wifi", "wi-fi")


def bound_addresses() -> list[str]:
    """The addresses to listen on, that SUSHISCORE_BIND names; empty for all. Raises
    ImproperlyConfigured for what is no address."""
    addresses = []
    for text in filter(None, map(str.strip, os.environ.get("SUSHISCORE_BIND", "").split(","))):
        try:
            addresses.append(ipaddress.ip_address(text.removeprefix("[").removesuffix("]")))
        except ValueError:
            raise ImproperlyConfigured(
                f"SUSHISCORE_BIND: {text!r} is not an address, such as 127.0.0.1."
            ) from None
    # Who listens on all addresses listens on each.
    whole = {address.version for address in addresses if address.is_unspecified}
    kept = [each for each in addresses if each.is_unspecified or each.version not in whole]
    return list(dict.fromkeys(map(str, kept)))


def own_addresses() -> list[str]:
    """This machine's reachable addresses, the likeliest for a phone first: IPv4 ones, and those
    that SUSHISCORE_BIND names; no loopback or link-local ones, none of interfaces that are down."""
    named = bound_addresses()
    addresses = [] if named and "0.0.0.0" not in named else _addresses(socket.AF_INET)  # noqa: S104  # only compared
    addresses += _addresses(socket.AF_INET6) if "::" in named else []
    return addresses + by_likelihood(("", address) for address in named)


def _addresses(family: socket.AddressFamily) -> list[str]:
    states = psutil.net_if_stats()
    return by_likelihood(
        (name, entry.address.partition("%")[0])
        for name, entries in psutil.net_if_addrs().items()
        if name in states and states[name].isup
        for entry in entries
        if entry.family == family
    )


def by_likelihood(interfaces: Iterable[tuple[str, str]]) -> list[str]:
    """Order (interface, address) pairs: home networks first, virtual interfaces last."""
    ranked = []
    for name, text in interfaces:
        address, lowered = ipaddress.ip_address(text), name.lower()
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            is_wired = not lowered.startswith(_WIRELESS)
            rank = (lowered.startswith(_VIRTUAL), not address.is_private, is_wired, name)
            ranked.append((*rank, address))
    return list(dict.fromkeys(str(address) for *_rank, address in sorted(ranked)))


def reachable_address(request: HttpRequest) -> str:
    """The scheme, host and port under which neighbours reach this server: a page that was opened as
    localhost is at this machine's first address for everybody else, if there is a network."""
    host = urlsplit(f"//{request.get_host()}")
    if host.hostname in ("localhost", "127.0.0.1", "::1") and (addresses := own_addresses()):
        port = f":{host.port}" if host.port else ""
        return f"{request.scheme}://{in_url(addresses[0])}{port}"
    return f"{request.scheme}://{host.netloc}"


def in_url(address: str) -> str:
    """An address as it stands in a URL: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def network_of(text: str) -> str:
    """The network that one home or one phone gets: an IPv4 address, or a /64 in IPv6; "" for no
    address."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def files_of_the_process() -> int:
    """Return how many files the process may have open."""
    files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if files == resource.RLIM_INFINITY else files
