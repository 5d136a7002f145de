"""Where a value may go when it is put back, and in which form.

The same value is data in a text field, a command in a shell, and in a URL a gift to whoever owns the host. A
destination is told by the caller, by the names in a tool call (``{"tool": "bash", "command": ...}``) or code
(``os.system(...)``), and by the form of the text around a placeholder. ``Route`` says what may go where; what
cannot be written safely is refused whatever the routes say.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from urllib.parse import quote, urlsplit

from tactful.protect.shapes import fold

HOLE = "\ufffc"
"""Stands for a placeholder in a text whose surroundings are looked at."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an answer goes: the tool that gets it, its argument's name, the site or app it is entered in."""

    tool: str = ""
    argument: str = ""
    host: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """Values of these types may go to this place, for these tools and hosts; None: any.

    ``place``: ``text`` (typed text and tool arguments), ``code`` (string literals of Python that was parsed),
    ``url`` (percent-encoded, behind the name of one of ``hosts``, which must be given) or ``shell`` (quoted,
    in a command without operators or expansions).
    """

    place: str
    types: Set[str] | None = None
    tools: Set[str] | None = None
    hosts: Set[str] | None = None

    def fits(self, place: str, type: str, to: Destination) -> bool:
        """Whether a value of ``type`` may take this route."""
        return (
            self.place == place
            and (self.types is None or type in self.types)
            and (self.tools is None or bool(self.tools & {to.tool, *to.tool.split(".")}))
            and (self.hosts is not None or place != "url")
            and (self.hosts is None or to.host in self.hosts)
        )


ROUTES = (Route("text"), Route("code"))
"""The default: every type into typed text, tool arguments and string literals; none into URLs and shells."""


@dataclass(frozen=True, slots=True)
class Way:
    """A destination as far as it is known; ``kind``: one of ``_KINDS``, the severest that names tell.

    "" is unknown, "text" any argument of a tool that is no other, "any" a tool that runs what it is given.
    """

    to: Destination
    kind: str = ""
    place: str = "text"

    def into(self, *, tool: str = "", argument: str = "") -> Way:
        """The way on into a call of ``tool``, or into an argument of it."""
        to = replace(self.to, tool=tool or self.to.tool, argument=argument or self.to.argument)
        return replace(self, to=to).at_least(kind_of(f"{tool} {argument}"))

    def at_least(self, kind: str) -> Way:
        """The same way as one of ``kind``, where that is the severer one."""
        return replace(self, kind=max(self.kind, kind, key=_KINDS.index))

    def understood(self) -> Way:
        """The way into the strings of code that was parsed."""
        return replace(self, kind="" if self.kind == "code" else self.kind)


_KINDS = ("", "text", "any", "url", "code", "shell")
_NAMES = {
    "shell": "bash sh zsh shell terminal cmd command commands cmdline powershell console system popen "
    "subprocess spawn execvp pexpect paramiko osascript applescript",
    "code": "code script exec eval evaluate compile python javascript js sql program html yaml",
    "url": "url urls uri href src goto navigate webbrowser webhook fetch curl wget http https requests httpx "
    "urllib urlopen urlretrieve aiohttp socket smtplib",
    "any": "run runs execute launch invoke process job",
}
_WORDS = {word: kind for kind, words in _NAMES.items() for word in words.split()}


def kind_of(names: str) -> str:
    """What the names of a tool, an argument or a language say of a destination: the severest of its words."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", names).lower())
    return max((_WORDS.get(word, "text") for word in words), key=_KINDS.index, default="")


# Every pattern below is bounded, or begins and ends where no other match can, so that a search is linear.
_DOT = r"[.\u3002\uff0e\uff61]"
_MARKER = re.compile(
    r"[a-z0-9+.-][a-z0-9+.-]:[/\\]"
    r"|(?:javascript|data|vbscript|file|blob|view-source|intent):"
    rf"|(?:mailto|tel|sms|callto):(?!{HOLE}\W*$)"
    rf"|^[^\w{HOLE}]*(?://|\\\\)[\w{HOLE}]"
    rf"|www\d?{_DOT}"
    rf"|[\w-]{_DOT}[\w-]{{1,63}}(?::\d{{1,5}})?[/\\?#]"
    r"|\w:\d{1,5}[/?#]"
    r"|[?&][\w.-]{1,63}="
    rf"|{HOLE}(?:{_DOT}[\w-]{{1,63}}){{2}}"
)
_TOKEN = re.compile(r"\S+")
_LINK = re.compile(r"\]\(([^)\n]*)|^[ \t]*\[[^\]\n]+\]:[ \t]*(\S+)|\burl\(([^)\n]*)", re.MULTILINE)
_TAG = re.compile(r"<[a-z!?][^\s<>\"']*[\s/](?:\"[^\"]*\"?|'[^']*'?|[^<>\"'])*")


def has_url(text: str) -> bool:
    """Whether a text without placeholders holds the beginning of a URL."""
    folded = "".join(fold(ch) for ch in text)
    return any(_MARKER.search(token[0]) for token in _TOKEN.finditer(folded))


def surroundings(masked: str, types: Sequence[str | None]) -> list[tuple[str, str]]:
    """For every hole of ``masked``: ("", ""), ("url", the URL around it) or ("markup", "").

    ``types``: the types of what stands in the holes, None for a piece of JSON or code. A link of the user's
    own that is a value as a whole is no URL around a value.
    """
    folded = "".join(fold(ch) for ch in masked)
    places = {at: number for number, at in enumerate(i for i, ch in enumerate(folded) if ch == HOLE)}
    found = [("", "")] * len(places)

    def mark(start: int, end: int, place: str, url: str) -> None:
        for i in range(start, end):
            if i in places:
                found[places[i]] = (place, url)

    for number, token in enumerate(_TOKEN.finditer(folded)):
        if _MARKER.search(token[0]) or "?" in token[0][: max(0, token[0].rfind(HOLE))]:
            # What follows a URL on its line may be part of what is entered in an address bar.
            line = folded.find("\n", token.end()) if not number else token.end()
            mark(token.start(), len(folded) if line < 0 else line, "url", masked[token.start() : token.end()])
        elif token[0].count(HOLE) > 1:
            first = next(i for i in range(*token.span()) if i in places)
            if types[places[first]] == "url":
                mark(first + 1, token.end(), "url", "")
    for link in _LINK.finditer(folded):
        at = link.lastindex or 1
        if link[at].strip("<> ") != HOLE or types[places[folded.index(HOLE, link.start(at))]] != "url":
            mark(*link.span(at), "url", "")
    for tag in _TAG.finditer(folded):
        mark(*tag.span(), "markup", "")
    return found


def in_url(real: str, url: str, type: str, to: Destination, routes: Sequence[Route]) -> str | None:
    """``real`` percent-encoded for its hole in ``url``; None where no route leads there."""
    if url.count(HOLE) > 8 or not any(route.place == "url" for route in routes):
        return None
    try:
        parts = urlsplit(url.strip("<>()[]\"',;"))
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"[\w.-]+(:\d+)?", parts.netloc):
        return None
    known = HOLE in parts.path + parts.query + parts.fragment and HOLE not in parts.netloc
    aim = replace(to, host=host)
    return quote(real, safe="") if known and any(r.fits("url", type, aim) for r in routes) else None


_SEVERE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029`\\]|\$[({A-Za-z_]")
_LINES = (
    # What a line looks like with the placeholders out (code, a call, markup, a list, a command), and what a
    # value in it may then not hold.
    (re.compile(r"[{}\[\]=]"), re.compile(r"[{}\[\],;=#<>|&\"']|:\s|^[-!*%@]")),
    (re.compile(r"\w\("), re.compile(r"[()\[\]{},;=\"']")),
    (re.compile(r"[<>]"), re.compile(r"[<>]")),
    (re.compile(r"^\s*- "), re.compile(r"^[-~!&*%@\[{|>\"'?#]|:\s|:$|\s#")),
    (
        re.compile(
            r"^\s*(?!(?:click|tap|press|scroll|swipe|hover|reply|choose|ask)\b)(?:[$%#>~./a-z]|[A-Z]\w*-[A-Z])"
        ),
        re.compile(r"[;|&<>*#]|:\s|:$|^[-~!%@\[{\"'?]"),
    ),
)
_QUOTES = {'"': re.compile('"'), "'": re.compile(r"(?<!\w)'|'(?!\w)")}


def limits(line: str) -> list[re.Pattern[str]]:
    """What no value may hold in a line (with holes) of a language that nobody told.

    A line that begins like a sentence is prose, in which only what a shell or a string would act on counts.
    """
    quotes = [re.compile(mark) for mark, pattern in _QUOTES.items() if pattern.search(line)]
    return [_SEVERE, *quotes, *(marks for looks, marks in _LINES if looks.search(line))]


_ACTIVE = re.compile(r"[\"'`\\<>&\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\$(?=[({A-Za-z_])")


def quoted(text: str) -> str:
    """``text`` as a string literal that says the same in JSON, Python, JavaScript and YAML.

    No quote, ``$(`` or line break is left in it, so that it also is data where a shell reads the code.
    """
    return '"' + _ACTIVE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + '"'


_RUNNERS = re.compile(
    r"(?:.*/)?(?:(?:ba|z|da|k|fi)?sh|eval|exec|source|xargs|ssh|env|find|g?awk|sed|python[\d.]*|perl|ruby|node|php"
    r"|sudo|su|watch|timeout|nohup|time|cmd|powershell|pwsh)(?:\.exe)?"
)

_SENDERS = re.compile(
    r"(?:.*/)?(?:curl|wget|https?|xh|aria2c|nc|ncat|netcat|socat|telnet|s?ftp|scp|rsync|ssh|ping6?|dig|host|nslookup|whois"
    r"|sendmail|mailx?|mutt|git|open|xdg-open|start|firefox|chrom\w*)(?:\.exe)?"
)


def in_command(masked: str, reals: Sequence[str]) -> str | None:
    """A command with its holes filled and every word quoted; None where it does more than run one program.

    Operators, expansions, several lines, and programs that run other commands are not understood; URLs and
    programs that send what they get to a host are not what a route to the shell allows.
    """
    if re.search(r"[|&;<>()$`*?\[\]{}~#!\\\n\r]", masked) or any("\0" in real for real in reals):
        return None
    try:
        words = shlex.split(masked)
    except ValueError:
        return None
    if any(_RUNNERS.fullmatch(word) or "=" in word or word in ("-c", "-e") for word in words):
        return None
    if any("://" in word or _SENDERS.fullmatch(word) for word in words):
        return None
    values = iter(reals)
    filled = [re.sub(HOLE, lambda _: next(values), word) for word in words]
    if HOLE in words[0] or any(
        word.startswith(HOLE) and new.startswith("-") for word, new in zip(words, filled, strict=True)
    ):
        return None
    return shlex.join(filled)
