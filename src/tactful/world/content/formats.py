"""How each language writes numbers, money, dates, times, sizes and distances.

Separators are plain spaces throughout, so that what is typed can equal what is shown. Some people of en, zh,
ja and ko read a 12-hour clock (`twelve_hours`). Amounts are in the country's own money, given in base units
(about one euro) and scaled, or in its own units (`sum_of`).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta


def _w(words: str) -> tuple[str, ...]:
    return tuple(words.split())


# Russian dates take the genitive; the name alone stands in _NOMINATIVE.
_MONTHS: dict[str, tuple[str, ...]] = {
    "en": _w("January February March April May June July August September October November December"),
    "fr": _w("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    "ru": _w("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    "de": _w("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
}
_NOMINATIVE = _w("Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь")
MONTHS: dict[str, tuple[str, ...]] = {
    "en": _w("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
    "fr": _w("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    "ru": _w("янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек."),
    "de": _w("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
}
DAYS: dict[str, tuple[str, ...]] = {
    "en": _w("Mon Tue Wed Thu Fri Sat Sun"), "zh": _w("周一 周二 周三 周四 周五 周六 周日"),
    "ja": _w("月 火 水 木 金 土 日"), "ko": _w("월 화 수 목 금 토 일"),
    "fr": _w("lun. mar. mer. jeu. ven. sam. dim."), "ru": _w("пн вт ср чт пт сб вс"),
    "de": _w("Mo Di Mi Do Fr Sa So"),
}  # fmt: skip
_LONG_DAYS: dict[str, tuple[str, ...]] = {
    "en": _w("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
    "zh": _w("星期一 星期二 星期三 星期四 星期五 星期六 星期日"),
    "ja": _w("月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日"),
    "ko": _w("월요일 화요일 수요일 목요일 금요일 토요일 일요일"),
    "fr": _w("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    "ru": _w("понедельник вторник среда четверг пятница суббота воскресенье"),
    "de": _w("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
}
_YESTERDAY = {
    "en": "Yesterday", "zh": "昨天", "ja": "昨日", "ko": "어제", "fr": "Hier", "ru": "Вчера", "de": "Gestern",
}  # fmt: skip
_HALVES = {"zh": ("上午", "下午"), "ja": ("午前", "午後"), "ko": ("오전 ", "오후 ")}
# Money: units of a base unit, decimals, smallest step of a price, and what a round sum is a multiple of.
_MONEY = {
    "en": (1.1, 2, 0.0, 1.0), "zh": (7.5, 2, 0.0, 10.0), "ja": (160.0, 0, 10.0, 100.0),
    "ko": (1450.0, 0, 100.0, 1000.0), "fr": (1.0, 2, 0.0, 1.0), "ru": (95.0, 0, 1.0, 100.0),
    "de": (1.0, 2, 0.0, 1.0),
}  # fmt: skip


# -- numbers and money -------------------------------------------------------------------------


def grouped(lang: str, number: float, decimals: int = 0) -> str:
    """A number with the language's separators: ``1,234.5``, ``1 234,5``, ``1.234,5``."""
    text = f"{number:,.{decimals}f}"
    if lang == "de":
        return text.translate({ord(","): ".", ord("."): ","})
    if lang in ("fr", "ru"):
        return text.translate({ord(","): " ", ord("."): ","})
    return text


def percent(lang: str, value: float) -> str:
    """A share: ``12.5%``, ``12,5 %``."""
    return grouped(lang, value, 1 if value % 1 else 0) + (" %" if lang in ("fr", "ru", "de") else "%")


def money(lang: str, base: float, step: float = 0.0) -> str:
    """An amount of ``base`` units (about euros) in the country's money: ``$12.50``, ``1 250 ₽``.

    With ``step`` it is a whole multiple of so many round sums (1: a euro, ten yuan, a thousand won).
    """
    rate, decimals, least, whole = _MONEY[lang]
    number, unit = base * rate, step * whole or least
    if unit:
        number = round(number / unit) * unit or unit
    return sum_of(lang, number, 0 if step else decimals)


def sum_of(lang: str, number: float, decimals: int = 0) -> str:
    """An amount in units of the country's own money."""
    before = {"en": "$", "zh": "¥", "ja": "¥", "ko": "₩"}.get(lang, "")
    after = {"fr": " €", "ru": " ₽", "de": " €"}.get(lang, "")
    return f"{'-' if number < 0 else ''}{before}{grouped(lang, abs(number), decimals)}{after}"


# -- times and dates ---------------------------------------------------------------------------


def twelve_hours(lang: str, seed: int, index: int) -> bool:
    """Whether this person's clock counts to twelve: half of the people of languages that do so."""
    return lang in ("en", "zh", "ja", "ko") and (seed + index) % 2 == 1


def clock(lang: str, when: datetime, twelve: bool = False) -> str:
    """The time of day: ``15:05``; with ``twelve``, where the language has it, ``3:05 PM``, ``오후 3:05``."""
    hour, minute = when.hour % 12 or 12, f"{when.minute:02d}"
    if twelve and lang == "en":
        return f"{hour}:{minute} {'AM' if when.hour < 12 else 'PM'}"
    if twelve and lang in _HALVES:
        return f"{_HALVES[lang][when.hour >= 12]}{hour}:{minute}"
    return f"{when.hour:02d}:{minute}"


def day_month(lang: str, day: date, long: bool = False) -> str:
    """A date without its year: ``Mar 4`` (``long``: ``March 4``), ``3月4日``, ``4 mars``."""
    if lang in ("zh", "ja"):
        return f"{day.month}月{day.day}日"
    if lang == "ko":
        return f"{day.month}월 {day.day}일"
    month = (_MONTHS if long else MONTHS)[lang][day.month - 1]
    return {"en": f"{month} {day.day}", "de": f"{day.day}. {month}"}.get(lang, f"{day.day} {month}")


def full_date(lang: str, day: date, long: bool = False) -> str:
    """A date with its year, as a profile or an order shows it; ``long`` as a letter does."""
    if lang in ("zh", "ja"):
        return f"{day.year}年{day.month}月{day.day}日"
    if lang == "ko":
        return f"{day.year}년 {day.month}월 {day.day}일"
    text = day_month(lang, day, long)
    if lang == "en":
        return f"{text}, {day.year}"
    return f"{text} {day.year} г." if lang == "ru" and long else f"{text} {day.year}"


def short_date(lang: str, day: date, padded: bool = False) -> str:
    """A date in digits: ``3/4/26``, ``2026/3/4``, ``04.03.2026``; ``padded`` as forms do: ``03/04/2026``."""
    if lang == "en":
        return f"{day:%m/%d/%Y}" if padded else f"{day.month}/{day.day}/{day.year % 100:02d}"
    if lang in ("zh", "ja"):
        sign = "-" if lang == "zh" else "/"
        return f"{day:%Y{sign}%m{sign}%d}" if padded else f"{day.year}/{day.month}/{day.day}"
    if lang == "ko":
        return f"{day.year}. {day.month}. {day.day}."
    return f"{day:%d/%m/%Y}" if lang == "fr" else f"{day:%d.%m.%Y}"


def weekday_date(lang: str, day: date) -> str:
    """A date with its day of the week: ``Wed, Mar 4``."""
    name = DAYS[lang][day.weekday()]
    if lang == "zh":
        return f"{day_month(lang, day)} {name}"
    if lang in ("ja", "ko"):
        return f"{day_month(lang, day)} ({name})"
    return f"{name} {day_month(lang, day)}" if lang == "fr" else f"{name}, {day_month(lang, day)}"


def weekday(lang: str, day: date) -> str:
    """The day's name in full."""
    return _LONG_DAYS[lang][day.weekday()]


def month(lang: str, day: date) -> str:
    """The month's name, standing alone."""
    if lang in ("zh", "ja"):
        return f"{day.month}月"
    if lang == "ko":
        return f"{day.month}월"
    return (_NOMINATIVE if lang == "ru" else _MONTHS[lang])[day.month - 1]


def stamp(lang: str, when: datetime, now: datetime, twelve: bool = False) -> str:
    """When something happened, as a list shows it: today's time, yesterday, a weekday, a date."""
    days = (now.date() - when.date()).days
    if days <= 0:
        return clock(lang, when, twelve)
    if days == 1:
        return _YESTERDAY[lang]
    if days < 7:
        return weekday(lang, when) if lang in ("zh", "ja", "ko") else DAYS[lang][when.weekday()]
    return day_month(lang, when) if when.year == now.year else short_date(lang, when)


def moment(lang: str, when: datetime, now: datetime, twelve: bool = False) -> str:
    """When a message was sent: the time, with the day before it where that is not today."""
    if when.date() == now.date():
        return clock(lang, when, twelve)
    return f"{stamp(lang, when, now)} {clock(lang, when, twelve)}"


def month_days(year: int, month: int) -> int:
    """The number of days of a month."""
    first = date(year + month // 12, month % 12 + 1, 1)
    return (first - timedelta(days=1)).day


_AGO = {
    "en": ("{n} min ago", "{n} h ago", "{n} d ago", "yesterday", "just now"),
    "zh": ("{n}分钟前", "{n}小时前", "{n}天前", "昨天", "刚刚"),
    "ja": ("{n}分前", "{n}時間前", "{n}日前", "昨日", "たった今"),
    "ko": ("{n}분 전", "{n}시간 전", "{n}일 전", "어제", "방금"),
    "fr": ("il y a {n} min", "il y a {n} h", "il y a {n} j", "hier", "à l’instant"),
    "ru": ("{n} мин назад", "{n} ч назад", "{n} дн. назад", "вчера", "только что"),
    "de": ("vor {n} Min.", "vor {n} Std.", "vor {n} T.", "gestern", "gerade eben"),
}


def ago(lang: str, minutes: int) -> str:
    """How long ago, in the short form of feeds."""
    mins, hours, days, yesterday, now = _AGO[lang]
    if minutes < 2:
        return now
    if minutes < 60:
        return mins.format(n=minutes)
    if minutes < 24 * 60:
        return hours.format(n=minutes // 60)
    return yesterday if minutes < 48 * 60 else days.format(n=minutes // 1440)


# -- lengths -----------------------------------------------------------------------------------

_SPANS = {
    "en": ("{n} min", "{n} h {m} min"), "zh": ("{n}分钟", "{n}小时{m}分钟"), "ja": ("{n}分", "{n}時間{m}分"),
    "ko": ("{n}분", "{n}시간 {m}분"), "fr": ("{n} min", "{n} h {m}"), "ru": ("{n} мин", "{n} ч {m} мин"),
    "de": ("{n} Min.", "{n} Std. {m} Min."),
}  # fmt: skip


def span(lang: str, minutes: int) -> str:
    """A length of time in hours and minutes."""
    short, long = _SPANS[lang]
    return short.format(n=minutes) if minutes < 60 else long.format(n=minutes // 60, m=f"{minutes % 60:02d}")


def duration(lang: str, seconds: int) -> str:
    """How long a call was: ``4 min 12 s``."""
    minutes, rest = divmod(seconds, 60)
    minute, second = {
        "en": (" min ", " s"), "zh": ("分", "秒"), "ja": ("分", "秒"), "ko": ("분 ", "초"),
        "fr": (" min ", " s"), "ru": (" мин ", " с"), "de": (" Min. ", " s"),
    }[lang]  # fmt: skip
    return (f"{minutes}{minute}" if minutes else "") + f"{rest}{second}"


def size(lang: str, kilobytes: int) -> str:
    """A file's size: ``820 KB``, ``3,4 Mo``."""
    kilo, mega = {"fr": ("Ko", "Mo"), "ru": ("КБ", "МБ")}.get(lang, ("KB", "MB"))
    if kilobytes < 1000:
        return f"{kilobytes} {kilo}"
    return f"{grouped(lang, kilobytes / 1000, 1)} {mega}"


def distance(lang: str, metres: int) -> str:
    """How far a place is: ``350 m``, ``2.4 km``; miles in English."""
    if lang == "en":
        return f"{metres / 1609:.1f} mi"
    metre, kilo = ("м", "км") if lang == "ru" else ("m", "km")
    return f"{metres} {metre}" if metres < 1000 else f"{grouped(lang, metres / 1000, 1)} {kilo}"
