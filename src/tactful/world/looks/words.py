"""The few words of the shells themselves, in every language; they are interface texts."""

from __future__ import annotations

from tactful.world.people.person import LANGUAGES

_WORDS: dict[str, tuple[str, ...]] = {
    "ad": ("Ad", "广告", "広告", "광고", "Annonce", "Реклама", "Anzeige"),
    "search": ("Search", "搜索", "検索", "검색", "Rechercher", "Поиск", "Suchen"),
    "space": ("space", "空格", "空白", "스페이스", "espace", "пробел", "Leertaste"),
    "done": ("done", "完成", "完了", "완료", "OK", "готово", "fertig"),
    "file": ("File", "文件", "ファイル", "파일", "Fichier", "Файл", "Datei"),
    "edit": ("Edit", "编辑", "編集", "편집", "Édition", "Правка", "Bearbeiten"),
    "view": ("View", "查看", "表示", "보기", "Affichage", "Вид", "Ansicht"),
    "insert": ("Insert", "插入", "挿入", "삽입", "Insertion", "Вставка", "Einfügen"),
    "help": ("Help", "帮助", "ヘルプ", "도움말", "Aide", "Справка", "Hilfe"),
    "home": ("Home", "开始", "ホーム", "홈", "Accueil", "Главная", "Start"),
    "ready": ("Ready", "就绪", "準備完了", "준비", "Prêt", "Готово", "Bereit"),
    "bookmarks": ("Bookmarks", "书签", "ブックマーク", "북마크", "Favoris", "Закладки", "Lesezeichen"),
    "apps": ("Apps", "应用", "アプリ", "앱", "Applis", "Приложения", "Apps"),
    "activities": ("Activities", "活动", "アクティビティ", "현재 활동", "Activités", "Обзор", "Aktivitäten"),
    "empty": (
        "Nothing here yet",
        "这里还没有内容",
        "まだ何もありません",
        "아직 내용이 없습니다",
        "Rien ici pour l’instant",
        "Здесь пока ничего нет",
        "Noch nichts vorhanden",
    ),
    "none": (
        "No results",
        "没有结果",
        "見つかりません",
        "결과 없음",
        "Aucun résultat",
        "Ничего не найдено",
        "Keine Ergebnisse",
    ),
    "notices": ("Notifications", "通知", "通知", "알림", "Notifications", "Уведомления", "Mitteilungen"),
}

_WEEKDAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"), ("M", "T", "W", "T", "F", "S", "S")),
    "zh": (
        ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
        ("一", "二", "三", "四", "五", "六", "日"),
    ),
    "ja": (("月", "火", "水", "木", "金", "土", "日"), ("月", "火", "水", "木", "金", "土", "日")),
    "ko": (("월", "화", "수", "목", "금", "토", "일"), ("월", "화", "수", "목", "금", "토", "일")),
    "fr": (("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."), ("L", "M", "M", "J", "V", "S", "D")),
    "ru": (("Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"), ("Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс")),
    "de": (("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"), ("M", "D", "M", "D", "F", "S", "S")),
}

_KEYS: dict[str, tuple[str, ...]] = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "zh": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "ja": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "ko": ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
    "ru": ("йцукенгшщзх", "фывапролджэ", "ячсмитьбю"),
    "de": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
}


def word(name: str, lang: str) -> str:
    """The shell's word; English where the language is unknown."""
    return _WORDS[name][LANGUAGES.index(lang) if lang in LANGUAGES else 0]


def weekdays(lang: str, *, short: bool) -> tuple[str, ...]:
    """The seven weekdays from Monday on, short or as one letter."""
    return _WEEKDAYS.get(lang, _WEEKDAYS["en"])[1 if short else 0]


def keys(lang: str) -> tuple[str, ...]:
    """The three rows of letters of a soft keyboard."""
    return _KEYS.get(lang, _KEYS["en"])
