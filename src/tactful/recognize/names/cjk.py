"""Names of people in Chinese, Japanese and Korean: surname lists, given-name shapes, forms of address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tactful.recognize.names.addressed import beside_time_or_avatar, label_text, labelled
from tactful.recognize.names.gazetteer import gazetteer, word_lists
from tactful.recognize.patterns.scan import PERSON, Line, LineRecognizer, Match, Scan

_HAN = "\u3400-\u9fff々"
_ZH_TITLE = (
    "先生|女士|小姐|太太|老师|老師|医生|大夫|教授|经理|总监|总裁|主任|律师|师傅|同学|阿姨|叔叔"
    "|伯伯|奶奶|爷爷|哥|姐|总|院长|校长|警官|局长"
)
_ZH_CALLED = re.compile(rf"(?<![{_HAN}])?([{_HAN}]{{1,3}}?)({_ZH_TITLE})")
_JA_CALLED = re.compile(
    rf"([{_HAN}]{{1,4}}|[\u30a0-\u30ff]{{2,8}}|[\u3040-\u309f]{{2,4}})(さん|様|さま|ちゃん|くん"
    rf"|君|氏|先生|先輩"
    rf"|部長|課長|社長)(?![\u3040-\u309f]?[{_HAN}]?々)"
)
_JA_KATAKANA = re.compile(r"[\u30a1-\u30f4ー]{2,8}[·・=＝][\u30a1-\u30f4ー]{2,10}")
_KO_CALLED = re.compile(
    r"([가-힣]{1,4}?) ?(씨|님|군|양|선생님|교수님|과장님|대리님|부장님|팀장님|사장님|대표님"
    r"|원장님|이모|삼촌)(?![가-힣]{2})"
)


class _Lists(NamedTuple):
    zh_given: frozenset[str]
    ja_given: frozenset[str]
    ko_given: frozenset[str]
    ko_syllables: frozenset[str]
    zh_surnames: frozenset[str]
    ja_surnames: frozenset[str]
    ja_not: frozenset[str]
    ja_foreign: frozenset[str]
    ko_surnames: frozenset[str]
    ko_not: frozenset[str]
    zh_stop: tuple[str, ...]
    ko_stop: frozenset[str]


@cache
def _lists() -> _Lists:
    """Given names by script out of the gazetteer, and the characters that given names are made of."""
    first = gazetteer().first
    han = [n for n in first if re.fullmatch(f"[{_HAN}]{{1,3}}", n)]
    hangul = frozenset(n for n in first if re.fullmatch("[가-힣]{2,3}", n))
    lists = word_lists()
    return _Lists(
        zh_given=frozenset("".join(han)) | frozenset(lists["chinese_given"]),
        ja_given=frozenset(n for n in first if re.fullmatch(f"[{_HAN}\u3040-\u30ff]{{1,5}}", n)),
        ko_given=hangul,
        ko_syllables=frozenset("".join(hangul)),
        zh_surnames=frozenset(lists["chinese_surnames"]),
        ja_surnames=frozenset(lists["japanese_surnames"]),
        ja_not=frozenset(lists["japanese_not"]),
        ja_foreign=frozenset(lists["japanese_foreign"]),
        ko_surnames=frozenset(lists["korean_surnames"]),
        ko_not=frozenset(lists["korean_not"]),
        zh_stop=lists["chinese_stop"],
        ko_stop=frozenset(lists["korean_stop"]),
    )


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """People's names (high, identity)."""
    text = line.text
    if not any(ch >= "\u3040" for ch in text):
        return
    taken: list[tuple[int, int]] = []
    for start, end, confidence, reason in _candidates(line, scan):
        if confidence and not any(start < b and a < end for a, b in taken):
            taken.append((start, end))
            yield Match(start, end, PERSON, confidence, reason)


def _candidates(line: Line, scan: Scan) -> Iterator[tuple[int, int, float, str]]:
    text = line.text
    start = len(text) - len(text.lstrip(" ·*"))
    after = re.match(r"[^:：]{1,8}[:：] ?", text[start:])
    if after and labelled(line, scan, start + after.end(), "person_label"):
        start += after.end()
    body = text[start:].rstrip(" .,·:")
    named = labelled(line, scan, start, "person_label")
    if re.fullmatch(rf"[{_HAN}\u3040-\u30ff가-힣 ·]{{2,10}}", body):
        if label_text(body):
            return
        if named:
            fits = _shape(body, True)[0] > 0 or re.search("[\u3040-\u30ff·]", body) is not None
            yield start, start + len(body), 0.9 if fits else 0.65, "a value beside a name label"
        else:
            placed = beside_time_or_avatar(line, scan) or labelled(line, scan, start, "mail_label")
            confidence, reason = _shape(body, placed)
            yield start, start + len(body), confidence, reason
    if (named and start == 0) or after:
        for piece in re.finditer(r"[가-힣]{3}|[\u4e00-\u9fff]{2,3}", text[start:]):
            if re.search(r"[,，、·:：] ?$", text[: start + piece.start()]) and _shape(piece.group(), True)[0]:
                yield start + piece.start(), start + piece.end(), 0.8, "a name in a list of people"
    yield from _spoken(text)
    yield from _called(text)
    for hit in _JA_KATAKANA.finditer(text):
        # the same dot stands between the words of a list: イラスト・マンガ
        parts = re.split("[·・=＝]", hit.group())
        if named or any(part in _lists().ja_foreign for part in parts):
            yield *hit.span(), 0.8, "a foreign name in katakana"


# "桐生：会費は…", "久世 直樹（兄） 080-…", "参加者: 변하늘, 표세린"
_SPEAKER = re.compile(rf"([{_HAN}]{{2,4}}|[가-힣]{{2,4}})[:：] ?(?=[^\d\s]{{2}})")
_PARTED = re.compile(
    rf"(?<![{_HAN}\u3040-\u30ff])([{_HAN}]{{1,3}} [{_HAN}\u3040-\u30ff]{{1,4}})"
    rf"(?= ?(?:さん|様|〒|[（(]|$|0\d))"
)


def _spoken(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Names that open what they say, and names in two parts before an address or a number."""
    hit = _SPEAKER.match(text)
    if hit and not label_text(hit.group(1)):
        name = hit.group(1)
        if name[:2] in _lists().ja_surnames or _shape(name, True)[0] >= 0.7:
            yield *hit.span(1), 0.8, "a name before what it says"
    for hit in _PARTED.finditer(text):
        first = hit.group(1).split()[0]
        followed = text[hit.end() :].strip()
        known = first in _lists().ja_surnames
        if (known or re.match(r"さん|様|〒|[（(].{1,4}[)）] ?0\d|0\d", followed)) and not label_text(first):
            yield *hit.span(1), 0.85 if known else 0.75, "a name in two parts"


def _called(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Names before a form of address. The span is the name alone."""
    for hit in _ZH_CALLED.finditer(text):
        surname = _zh_surname(hit.group(1))
        if surname and len(hit.group(1)) - len(surname) <= 2:
            sure = len(hit.group(2)) > 1
            known = all(ch in _lists().zh_given for ch in hit.group(1)[len(surname) :])
            if known and (sure or len(hit.group(1)) == 1) and not _zh_stopped(hit.group()):
                yield hit.start(), hit.end(), 0.85 if sure else 0.5, "a Chinese name with a form of address"
    for hit in _JA_CALLED.finditer(text):
        name, address = hit.groups()
        if name in _lists().ja_not or name[-1:] in ("お", "皆") or name.startswith("お"):
            continue
        surname = next((s for s in _lists().ja_surnames if name.startswith(s)), "")
        listed = bool(surname) or name in _lists().ja_given
        if listed or (address in ("さん", "様", "ちゃん", "くん") and len(name) >= 2):
            yield hit.start(1), hit.end(1), 0.88 if listed else 0.6, "a Japanese name with a form of address"
    for hit in _KO_CALLED.finditer(text):
        name = hit.group(1)
        if (
            name in _lists().ko_not
            or name[0] not in _lists().ko_surnames
            or (hit.start() and "가" <= text[hit.start() - 1] <= "힣")
        ):
            continue
        if len(name) >= 2 and (len(name) == 3 or name[1:] in _lists().ko_given):
            yield hit.start(1), hit.end(1), 0.85, "a Korean name with a form of address"


def _shape(text: str, placed: bool) -> tuple[float, str]:
    """How much a whole line looks like a name; ``placed`` where a list shows people."""
    bare = text.replace(" ", "")
    if re.fullmatch("[가-힣]{2,4}", bare):
        return _korean(bare, placed)
    if re.fullmatch(rf"[{_HAN}]{{2,4}}", bare) or re.fullmatch(
        rf"[{_HAN}]{{1,3}}[{_HAN}\u3040-\u30ff]{{1,5}}", bare
    ):
        japanese = _japanese(text, bare)
        if japanese[0]:
            return japanese
    if re.fullmatch(rf"[{_HAN}]{{2,4}}", text):
        return _chinese(text, placed)
    return 0.0, ""


def _zh_surname(text: str) -> str:
    surnames = _lists().zh_surnames
    return text[:2] if len(text) > 2 and text[:2] in surnames else text[0] if text[0] in surnames else ""


def _zh_stopped(text: str) -> bool:
    return text.startswith(_lists().zh_stop)


def _chinese(text: str, placed: bool) -> tuple[float, str]:
    if text[0] in "小老阿" and len(text) == 2 and text[1] in _lists().zh_surnames and placed:
        return 0.7, "a familiar Chinese name where a list shows people"
    surname = _zh_surname(text)
    given = text[len(surname) :]
    if not surname or not 1 <= len(given) <= 2 or text in _lists().zh_stop:
        return 0.0, ""
    fits = all(ch in _lists().zh_given for ch in given)
    if _zh_stopped(text):
        return (
            (0.6, "a Chinese name where a list shows people")
            if fits and placed and len(text) == 3
            else (0.0, "")
        )
    if fits:
        alone = 0.72 if len(given) == 2 else 0.5
        return (0.9 if placed else alone), "a Chinese surname and given name"
    return (0.7, "a Chinese surname where a list shows people") if placed else (0.0, "")


def _japanese(text: str, bare: str) -> tuple[float, str]:
    parts = text.split()
    if (
        len(parts) == 2
        and (parts[0] in _lists().ja_surnames or parts[0] in gazetteer().last)
        and len(parts[1]) <= 4
    ):
        return 0.92, "a Japanese surname and given name"
    for size in (3, 2):
        surname, given = bare[:size], bare[size:]
        if surname in _lists().ja_surnames and 1 <= len(given) <= 4:
            if given in _lists().ja_given:
                return 0.93, "a Japanese surname and given name"
            if 1 <= len(given) <= 3 and not re.search(r"[市区町村駅店県部課様円]|さん|株式", given):
                return 0.72 if len(given) >= 2 else 0.55, "a Japanese surname and the shape of a given name"
    return 0.0, ""


def _korean(text: str, placed: bool) -> tuple[float, str]:
    lists = _lists()
    if text in lists.ko_stop or text[0] not in _lists().ko_surnames or len(text) > 3:
        return 0.0, ""
    given = text[1:]
    if len(given) == 2 and given in lists.ko_given:
        return 0.88 if placed else 0.8, "a Korean surname and given name"
    if len(given) == 2 and all(ch in lists.ko_syllables for ch in given):
        stopped = text[:2] in lists.ko_stop or given in lists.ko_stop
        if placed:
            return (0.55 if stopped else 0.82), "a Korean name where a list shows people"
        return (0.0, "") if stopped else (0.55, "a Korean surname and the syllables of a given name")
    return (0.6, "a short Korean name where a list shows people") if placed and len(text) == 2 else (0.0, "")


CJK = LineRecognizer("names.cjk", matches)
