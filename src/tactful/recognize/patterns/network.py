"""Addresses of machines: IP, MAC, IMEI, serial and device numbers."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from stdnum import luhn

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import DEVICE, IP, MAC, Line, LineRecognizer, Match, Scan, example

_IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\. ?\d{1,3}){3}(?:/\d{1,2})?(?!\w|\.\d)")
_IPV6 = re.compile(
    r"(?<![\w:.])(?=[0-9a-f:]*:[0-9a-f:]*:)[0-9a-f:]{3,39}(?:%\w+)?(?:/\d{1,3})?(?![\w:])", re.I
)
_MAC = re.compile(
    r"(?<![\w:-])(?:[0-9A-FO]{2}([:-])(?:[0-9A-FO]{2}\1){4}[0-9A-FO]{2}"
    r"|(?:[0-9A-F]{4}\.){2}[0-9A-F]{4})(?![\w:-])",
    re.I,
)
_UUID = re.compile(
    r"(?<![\w-])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![\w-])", re.I
)
_IMEI = re.compile(r"(?<![\w.*])\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d(?:/\d\d)?(?![\w*])")
_SERIAL = re.compile(r"(?<!\w)(?=[A-Z0-9/.-]*\d)[A-Z0-9]{2,}(?:[-/.:]?[A-Z0-9]+)*(?!\w)", re.I)
_NOT_PERSONAL = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "114.114.114.114"})


# Reserved for examples (RFC 5737): help pages hold them, and made-up screens.
_DOCUMENTATION = tuple(
    ipaddress.IPv4Network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """IP and MAC addresses, device and serial numbers (high, technical_device)."""
    text = line.text
    taken: list[tuple[int, int]] = []
    for found in (*_addresses(line, scan), *_numbers(line, scan)):
        if not any(found.start < b and a < found.end for a, b in taken):
            taken.append((found.start, found.end))
            yield found
    if taken or not any(ch.isdigit() for ch in text):
        return
    yield from _serial(line, scan)


def _addresses(line: Line, scan: Scan) -> Iterator[Match]:
    text = line.text
    if text.count(".") >= 3:
        for hit in _IPV4.finditer(text):
            confidence = _ipv4(line, scan, hit)
            if confidence:
                yield Match(*hit.span(), IP, confidence, "an IPv4 address")
    if text.count(":") >= 2:
        for hit in _IPV6.finditer(text):
            if _ipv6(hit.group().split("%")[0].split("/")[0]):
                yield Match(*hit.span(), IP, 0.93, "an IPv6 address")
    separators = text.count(":") >= 5 or text.count("-") >= 5 or text.count(".") >= 2
    for hit in _MAC.finditer(text) if separators else ():
        if set(re.sub(r"[:.-]", "", hit.group()).lower()) in ({"0"}, {"f"}):
            continue  # nobody's: the empty and the broadcast address
        yield Match(*hit.span(), MAC, 0.95, "a MAC address by its form")


def _ipv4(line: Line, scan: Scan, hit: re.Match[str]) -> float:
    """How sure four numbers are an address and not a version; 0 for what tells nothing about a device."""
    raw = hit.group().replace(" ", "").split("/")[0]
    try:
        address = ipaddress.IPv4Address(raw)
    except ValueError:
        return 0.0
    if address.is_loopback or address.is_unspecified or address.is_multicast or raw in _NOT_PERSONAL:
        return 0.0
    if raw.startswith("255.") or (raw.endswith(".0.0.0")):
        return 0.0
    if example(line, hit.start()):
        return 0.4
    if any(address in network for network in _DOCUMENTATION):
        return 0.6
    if scan.labelled(line, hit.start(), words("ip")):
        return 0.97
    before = line.lower[: hit.start()]
    version = words("version")
    if before.endswith(("v", "v.", "^", "~", ">=", "-")) or version.first(before[-16:]) is not None:
        return 0.0
    if not before.strip() and scan.beside(line, version):
        return 0.0
    if address.is_private:
        return 0.95
    return 0.55 if max(address.packed) < 30 else 0.88


def _ipv6(raw: str) -> bool:
    try:
        address = ipaddress.IPv6Address(raw)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified) and len(raw) >= 6


def _numbers(line: Line, scan: Scan) -> Iterator[Match]:
    for hit in _UUID.finditer(line.text) if len(line.text) >= 32 else ():
        labelled = scan.labelled(line, hit.start(), words("device_id"))
        if labelled:
            yield Match(*hit.span(), DEVICE, 0.95, "a device identifier beside its label")
        elif "-" in hit.group():
            yield Match(*hit.span(), DEVICE, 0.65, "a universally unique identifier")
    for hit in _IMEI.finditer(line.text):
        digits = re.sub(r"\D", "", hit.group())[:15]
        if luhn.is_valid(digits) and scan.labelled(line, hit.start(), words("device_id")):
            yield Match(*hit.span(), DEVICE, 0.97, "an IMEI with a valid checksum beside its label")


def _serial(line: Line, scan: Scan) -> Iterator[Match]:
    """A value beside a device label: after the label in its line, or a line of its own."""
    own = scan.hit(line, words("device_id"))
    start = 0
    if own is not None:
        start = own.end
    elif not scan.beside(line, words("device_id"), 40):
        return
    for hit in _SERIAL.finditer(line.text, start):
        value = hit.group()
        digits = sum(ch.isdigit() for ch in value)
        alone = own is not None or hit.group() == line.text.strip()
        if (
            alone
            and len(value) >= 6
            and digits >= 2
            and (digits == len(value) or value.upper() == value or digits >= 3)
        ):
            yield Match(*hit.span(), DEVICE, 0.88, "a device or serial number beside its label")
            return


NETWORK = LineRecognizer("patterns.network", matches, numeric=True)
