"""Rules of wording: interface phrases, app names, placeholders, section headers, roles given by hosts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import BADGE, DATE, PUBLIC, fold, squash
from tactful.recognize.layout.records import value_pairs
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import has_email, is_name, is_phone, is_prose, is_time, word_count
from tactful.recognize.view import Finding

_COUNTED = re.compile(r"^(?P<word>.*\D)[\s(（]*(?P<count>\d{1,3}\+?)[)）]?$")
_BUTTON_ROLES = re.compile(
    r"(button|\btab\b|tabview|menuitem|menu item|checkbox|switch|toggle|chip|radio|toolbar|actionbar|"
    r"navigation)",
    re.I,
)
_ENTRY_ROLES = re.compile(r"(edittext|textfield|textbox|entry|searchbox|textarea|input)", re.I)


def interface_words(scene: Scene) -> Iterator[Finding]:
    """Texts that stand in the vocabulary of buttons, tabs, menus, settings and field labels are public."""
    times = {e.time.index for e in scene.entries} if len(scene.entries) >= 3 else set()
    quoted = _quoted(scene)
    for spot in scene.page.spots:
        text = spot.text
        left = scene.page.left_of(spot) if is_time(text) else None
        if left is not None and (spot.index in times or _is_value(scene, left)):
            continue  # "Yesterday" behind a sender or a title is a time; alone or among tabs it is not
        right = scene.page.right_of(spot) if is_time(text) else None
        if right is not None and is_prose(right.text):
            continue  # the day of a step in a history
        if scene.words.cue("fixed_phrases", text):
            yield scene.say(spot, PUBLIC, 0.93, "fixed-phrase", "a phrase that apps write")
        elif scene.words.known(text):
            sure = 0.6 if spot.index in quoted else 0.92 if _is_long(text) else 0.86
            yield scene.say(
                spot, PUBLIC, _spoken(scene, spot, sure), "vocabulary", "a known interface word or phrase"
            )
        elif squash(text) in scene.words.apps:
            yield scene.say(spot, PUBLIC, 0.62, "app-name", "the name of an app or service")
        elif scene.words.composed(text):
            yield scene.say(
                spot, PUBLIC, _written(scene, text), "phrase", "put together from interface words"
            )
        elif not any(c.isalnum() for c in text):
            yield scene.say(spot, PUBLIC, 0.8, "symbol", "only signs, no letters or digits")


def _is_value(scene: Scene, spot: Spot) -> bool:
    return not scene.words.known(spot.text) and not is_time(spot.text)


def _is_long(text: str) -> bool:
    """Too long to be a name by chance: two words, or four characters of Chinese or Japanese."""
    return word_count(text) >= 2


def _quoted(scene: Scene) -> set[int]:
    """Lines of mail and chat entries: a subject may well read like a button ("Order details")."""
    if scene.belief("mail_list", "chat_list") < 0.4:
        return set()
    return {line.index for e in scene.entries for line in e.children if word_count(line.text) >= 2}


def _spoken(scene: Scene, spot: Spot, confidence: float) -> float:
    """Less sure where people talk: "OK" in a conversation is a message."""
    inside = 0.12 < spot.cy / scene.page.height < 0.88
    talk = scene.belief("chat", "assistant") if inside and len(scene.page.row(spot)) == 1 else 0.0
    return confidence * (1 - 0.35 * talk)


_OWN_TEXT = (
    "chat",
    "assistant",
    "mail_message",
    "mail_list",
    "notifications",
    "chat_list",
    "calendar",
    "tasks",
    "notes",
    "browser_history",
    "cart_orders",
    "files",
    "clock",
)


def _written(scene: Scene, text: str) -> float:
    """A phrase of interface words may as well be a subject or a line of a mail, the more so as a sentence."""
    letters = scene.belief(*_OWN_TEXT)
    ended = 0.1 if text.rstrip().endswith((".", "!", "。")) else 0.0
    lower = 0.1 if text[:1].islower() else 0.0
    return 0.72 - 0.28 * letters - ended - lower


def counted_words(scene: Scene) -> Iterator[Finding]:
    """An interface word with a number behind it ("Inbox 10", "Missed (2)"): the number is a counter."""
    for spot in scene.page.spots:
        match = _COUNTED.match(spot.text.strip())
        if match is None or not scene.words.known(match["word"].rstrip(" (（")):
            continue
        yield scene.say(spot, PUBLIC, 0.7, "counted-word", "an interface word with a number")
        start = spot.text.index(match["count"], match.end("word") - 1)
        yield scene.say(
            spot,
            BADGE,
            0.5,
            "counter",
            "the counter beside an interface word",
            start,
            start + len(match["count"]),
        )


def placeholders(scene: Scene) -> Iterator[Finding]:
    """Prompts of empty fields ("Enter your e-mail", "请输入手机号") hold no value."""
    starts, ends = scene.words.cue_lists["placeholder_starts"], scene.words.cue_lists["placeholder_ends"]
    for spot in scene.page.spots:
        text = fold(spot.text)
        if word_count(text) > 8 or has_email(text) or is_phone(text):
            continue
        first = text.split()[0] if text.split() else ""
        begins = any(
            first == s or (not s.isascii() and text.startswith(s)) or text.startswith(f"{s} ") for s in starts
        )
        if not begins and not (text.endswith(ends) and len(text) <= 24):
            continue
        rest = text.split()[1:]
        field_like = not rest or all(w in scene.words.tokens for w in rest) or scene.words.composed(spot.text)
        confidence = 0.85 if field_like else 0.55
        talk = scene.belief("chat", "mail_message", "mail_list", "assistant")
        yield scene.say(
            spot, PUBLIC, confidence * (1 - 0.2 * talk), "placeholder", "the prompt of an empty field"
        )


def tips(scene: Scene) -> Iterator[Finding]:
    """Sentences of empty lists and hints ("Photos appear here", "No messages yet") speak of the app."""
    for spot in scene.page.spots:
        if not _TIP.search(spot.text):
            continue
        yield scene.say(spot, PUBLIC, 0.66, "tip", "a hint of the app")
        below = scene.page.below(spot, reach=0.5, slack=0.3)
        ended = spot.text.rstrip().endswith((".", "。", "!"))
        if below is not None and not ended and is_prose(spot.text) and len(scene.page.row(below)) == 1:
            yield scene.say(below, PUBLIC, 0.6, "tip", "the second line of a hint of the app")


_TIP = re.compile(
    r"[©]|(お見せ|ご確認|ご注意|お待ち|ご利用|入力して|選択して)ください|よくある(ご)?質問|常见问题|"
    r"자주 묻는|撤回了一条消息|recalled a message|deleted this message|送信を取り消|삭제된 메시지|"
    r"сообщение удалено|"
    r"message supprimé|\bin \d+ seconds\b|\bevery \d+ seconds\b|^learn more\b|^get to your\b|^did you mean\b|"
    r"(can|may) (make mistakes|be inaccurate)|peut (faire|commettre) des erreurs|может ошибаться|"
    r"可能会?出错|間違えることがあります|"
    r"\b(will |are |is )?(appear|shown|show up|displayed) here\b|"
    r"^(no|you have no|nothing) [\w ]{2,30}( yet| found| here)\b|"
    r"^(tap|swipe|click|press|hold|drag|double-tap) (to|on|the|and|a|up|down|left|right|here|any)\b|"
    r"\b(get started|learn how|find out how) |暂无|还没有|点击.{0,8}(查看|添加|重试)|"
    r"ありません$|まだありません|タップして|없습니다\.?$|"
    r"^aucune? [\w ]+ (pour le moment|trouvée?)|^appuyez|^здесь (появ|будут)|^нажмите|пока нет",
    re.IGNORECASE,
)


def actions(scene: Scene) -> Iterator[Finding]:
    """A short caption that says what a tap does ("Download statement", "注文を表示") is a button."""
    if scene.belief(*_WRITTEN) > 0.35:
        return  # people write to each other and to themselves in the same words
    values = {value.index for _, value in value_pairs(scene)}
    for spot in scene.page.spots:
        if spot.index in values:
            continue
        text = spot.text.strip()
        plain = not any(c.isdigit() for c in text) and not is_name(text) and word_count(text) <= 5
        if plain and len(text) <= 24 and _ACTION.search(text):
            yield scene.say(spot, PUBLIC, 0.63, "action", "a caption that says what a tap does")


_WRITTEN = (
    "chat",
    "assistant",
    "mail_message",
    "mail_list",
    "chat_list",
    "calendar",
    "tasks",
    "notes",
    "files",
)
_ACTION = re.compile(
    r"^(download|report|learn|get|view|show|manage|add|edit|track|return|write|leave|rate|contact|share|copy|"
    r"print|export|import|invite|buy|find|turn|change|remove|delete|create|see|try|request|apply|continue|choose|"
    r"select|check|scan|pay|send|save|need help|go to|back to|"
    r"voir|afficher|ajouter|modifier|télécharger|gérer|envoyer|prendre|consulter|signaler|"
    r"показать|добавить|изменить|скачать|перейти|отменить|связаться|оставить|позвонить|"
    r"anzeigen|hinzufügen|bearbeiten) [^.!?]+$"
    r"|^(查看|联系|拨打|打电话|申请|添加|删除|修改|选择|返回|再次|立即|前往|加入|复制|分享|编辑|上传|下载|确认|取消|管理)\S{0,6}$"
    r"|\S[をにへ]\S{0,3}(表示|追加|変更|選択|確認|進む|戻る|書く|見る|探す|送る|開く|使う|する)$|\S(買う|する|進む)$"
    r"|\S(하기|보기|받기|올리기|가기|넣기|쓰기)$",
    re.IGNORECASE,
)


def app_headings(scene: Scene) -> Iterator[Finding]:
    """ "Messages · now": the heading of a notification names the app and a time."""
    for spot in scene.page.spots:
        parts = [p.strip() for p in re.split(r"[·•]", spot.text) if p.strip()]
        if len(parts) != 2 or not is_time(parts[1]) or word_count(parts[0]) > 3 or is_name(parts[0]):
            continue
        if scene.belief("notifications", "launcher") > 0.3 or squash(parts[0]) in scene.words.apps:
            yield scene.say(spot, PUBLIC, 0.7, "app-heading", "the app that sent a notification")


def sections(scene: Scene) -> Iterator[Finding]:
    """A word such as "Today" alone on its row, at the left edge of a list, heads a section."""
    page = scene.page
    for spot in page.spots:
        others = [s for s in page.row(spot) if s is not spot]
        own = scene.belief("browser_history", "own_media") > 0.3  # a desktop has menus beside its list
        alone = (not others or (own and all(scene.words.known(s.text) for s in others))) and (
            spot.box.x1 < 0.3 * page.width
        )
        if not alone or not scene.words.cue("section_words", spot.text):
            continue
        if own and is_time(spot.text):
            yield scene.say(spot, DATE, 0.92, "section", "the day of a part of one's own history")
        else:
            yield scene.say(spot, PUBLIC, 0.9, "section", "the header of a list section")


def host_roles(scene: Scene) -> Iterator[Finding]:
    """Where the host says that a unit is a button, a tab or a menu item, its short text is mostly public."""
    for spot in scene.page.spots:
        role, text = spot.unit.role, spot.text
        if not role:
            continue
        hint = re.sub(r"[_\-/.:]+", " ", re.sub(r"([a-z])([A-Z])", r"\1 \2", spot.unit.hint))
        if _BUTTON_ROLES.search(role) and word_count(text) <= 4 and not (is_name(text) or has_email(text)):
            yield scene.say(spot, PUBLIC, 0.76, "role", "the host calls it a button, tab or menu item")
        elif _ENTRY_ROLES.search(role) and fold(hint) == fold(text):
            yield scene.say(spot, PUBLIC, 0.85, "role", "the host's own prompt of a text field")


def host_hints(scene: Scene) -> Iterator[Finding]:
    """A resource id or accessible name that ends in a private field label ("contact_phone_number")."""
    for spot in scene.page.spots:
        hint = spot.unit.hint
        if not hint or scene.words.known(spot.text) or is_prose(hint):
            continue
        parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", hint.rpartition("/")[2])
        tokens = [
            t
            for t in re.split(r"[\s_\-/.:]+", parts.casefold())
            if t not in ("text", "view", "tv", "txt", "label", "value", "item", "row")
        ]
        for size in (3, 2, 1):
            meaning = scene.words.label(" ".join(tokens[-size:])) if len(tokens) >= size else None
            if meaning is not None:
                yield scene.say(spot, meaning, 0.7, "hint", "the host names the field after a private label")
                break
