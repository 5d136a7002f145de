"""Whether an endpoint's address is on this machine or on its private network."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from tactful.errors import InputError

_PRIVATE = tuple(
    ipaddress.ip_network(block)
    for block in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)


def endpoint_host(base_url: str) -> str:
    """The host of an endpoint's address. ``InputError`` unless it is a plain http(s) address."""
    problem = ""
    try:
        parts = urlsplit(base_url)
        host = parts.hostname or ""
        _ = parts.port  # raises for a port that is no number
    except ValueError:
        raise InputError("not an address", field="base_url", expected="http://host:port/v1") from None
    if parts.scheme not in ("http", "https"):
        problem = "no http or https address"
    elif not host:
        problem = "an address without a host"
    elif parts.username is not None or parts.password is not None:
        problem = "an address with a name or password in it"  # it would end up in logs
    if problem:
        raise InputError(problem, field="base_url", expected="http://host:port/v1, the key in a variable")
    return host


def is_local(host: str) -> bool:
    """Whether ``host`` is localhost, or an address of a loopback or private network.

    Other names are not looked up: what a name server says today may differ tomorrow.
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in block for block in _PRIVATE)
