"""Organisations, schools, job titles and places as attributes of a person, and bare recipients."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.names.addressed import labelled
from tactful.recognize.names.gazetteer import gazetteer, labels
from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import (
    COMPANY,
    EDUCATION,
    JOB,
    LOCATION,
    Kind,
    Line,
    LineRecognizer,
    Match,
    Scan,
    whole,
)
from tactful.terms import Category, Risk

_CONTACT = Kind("contact", Risk.MEDIUM, Category.CONTACT_FINANCIAL)
_CAP = r"[A-Z\u00c0-\u00deА-ЯЁ][\w&'.-]*"
_COMPANY = re.compile(
    rf"(?<!\w)(?:{_CAP},? ){{1,4}}(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|PLC|LLP|GmbH"
    rf"|AG|KG|S\.A|SARL|SAS|B\.V|AB|Oy|Pty|Holdings|Co)\b\.?(?![\w])"
)
# "Harrow & Pell", "Castor & Sons"
_PARTNERS = re.compile(
    r"(?<!\w)[A-Z][a-z\u00df-\u00ff]{2,}(?:[ -][A-Z][a-z]{2,})? (?:&"
    r"|and) (?:Sons|Co|Partners|Brothers|Associates|Söhne|Fils)(?!\w)"
    r"|(?<=[,@] )[A-Z][a-z\u00df-\u00ff]{2,} & [A-Z][a-z\u00df-\u00ff]{2,}(?=$|[.,;])"
)
_SHOUTED = re.compile(r"(?<!\w)(?:[A-Z][A-Z&'.-]+ ){1,3}(?:LTD|LIMITED|INC|LLC|PLC|LLP|GMBH|SARL|CORP)(?!\w)")
_COMPANY_BEFORE = re.compile(
    r"(?<!\w)(?:ООО|ОАО|ЗАО|ПАО|АО|ИП) ?[«\"“]?[А-ЯЁA-Z][\w -]{1,40}?[»\"”]?(?=$|[,.;)]| [а-яё])"
)
_COMPANY_CJK = re.compile(
    r"[\u4e00-\u9fff（）()A-Za-z0-9]{2,20}(?:有限责任公司|股份有限公司|有限公司|集团公司|分公司|集团|事务所)"
    r"|(?:株式会社|有限会社|合同会社)[\u4e00-\u9fff\u3040-\u30ffA-Za-z0-9・]{1,16}"
    r"|[\u4e00-\u9fff\u3040-\u30ffA-Za-z0-9・]{1,16}(?:株式会社|有限会社)"
    r"|[\u4e00-\u9fff]{2,4}(?:工務店|製作所|商事|設計事務所|法律事務所)"
    r"|(?:주식회사|\(주\)|㈜) ?[가-힣A-Za-z0-9]{1,16}|[가-힣A-Za-z0-9]{1,16} ?(?:주식회사|\(주\)|㈜)"
)
_SCHOOL = re.compile(
    rf"(?<!\w)(?:{_CAP} ){{1,4}}(?:University|College|High School|Middle School"
    rf"|Elementary School|Primary School|Academy|Institute of Technology"
    rf"|Business School)(?: of (?:{_CAP} ?){{1,3}})?(?!\w)"
    rf"|(?<!\w)(?:University|Institute|College|School) of (?:{_CAP} ?){{1,4}}(?:, {_CAP})?"
    rf"|(?<!\w)(?:Université|Lycée|Collège|École) (?:(?:de|du|des|la|d'"
    rf"|Paris) ?)*{_CAP}(?: {_CAP}){{0,2}}"
    r"|(?<!\w)(?:МГУ|СПбГУ|МГТУ|ВШЭ|МФТИ|РУДН)(?!\w)"
    r"|[А-ЯЁ][\w-]+ (?:государственный )?(?:университет|институт|лицей|гимназия"
    r"|академия)(?!\w)|(?:Школа|Лицей|Гимназия) ?№ ?\d+"
    rf"|(?<!\w)(?:Universität|Hochschule|Gymnasium) {_CAP}(?: {_CAP})?|Technische Universität {_CAP}"
)
_SCHOOL_CJK = re.compile(
    r"[\u4e00-\u9fff]{2,12}(?:大学|大學|学院|中学|小学|幼儿园|高级中学|高中|职业技术学校)(?![生路站英士])"
    r"|[\u4e00-\u9fff\u3040-\u30ff]{1,10}(?:大学|高等学校|高校|中学校|小学校|専門学校|幼稚園)(?![生入院])"
    r"|[가-힣]{2,10}(?:대학교|대학원|고등학교|중학교|초등학교|유치원)"
)
_HOSPITAL = re.compile(
    rf"(?<!\w)(?:{_CAP} ){{1,4}}(?:Hospital|Clinic|Medical Center|Health Center)(?!\w)"
    rf"|[\u4e00-\u9fff]{{2,12}}(?:医院|病院|診療所|クリニック)|[가-힣]{{2,10}}(?:병원|의원)(?![가-힣])"
)
# A word that the pattern cannot do without, looked for first: most lines hold none.
_GATES = {
    _COMPANY: re.compile(
        r"\b(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|PLC|LLP|GmbH|AG|KG|S\.A|SARL|SAS"
        r"|B\.V|AB|Oy|Pty|Holdings|Co)\b"
    ),
    _SCHOOL: re.compile(
        r"University|College|School|Academy|Institute|Université|Lycée|Collège|École|МГУ|СПбГУ"
        r"|МГТУ|ВШЭ|МФТИ|РУДН"
        r"|университет|институт|лицей|гимназия|академия|Школа|Лицей|Гимназия|Universität|Hochschule|Gymnasium"
    ),
    _HOSPITAL: re.compile(r"Hospital|Clinic|Center|医院|病院|診療所|クリニック|병원|의원"),
}
_OWN = ("我的", "本公司", "该公司", "全部", "所有", "搜索", "附近", "推荐", "我们", "中国大学", "热门")
_PLACE = re.compile(
    r"(?<!\w)([A-Z\u00c0-\u00deА-ЯЁ][\w'.\u00c0-\u024f-]+(?: [A-Z\u00c0-\u00deА-ЯЁ][\w'.-]+){0,2}), ?"
    r"([A-Z]{2}|[A-Z\u00c0-\u00deА-ЯЁ][\w'-]+(?: [A-ZА-ЯЁ][\w'-]+){0,2})(?!\w)"
)
_LOCAL_PART = re.compile(r"[a-z][a-z0-9._+-]{1,30}")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Company, school, job (medium, contact_financial), place (medium, behaviour), bare recipients."""
    taken: list[tuple[int, int]] = []
    for found in (*_organisations(line), *_beside(line, scan), *_jobs(line, scan), *_places(line, scan)):
        if not any(found.start < b and a < found.end for a, b in taken):
            taken.append((found.start, found.end))
            yield found


def _organisations(line: Line) -> Iterator[Match]:
    text = line.text
    forms: tuple[tuple[re.Pattern[str], Kind, float, str], ...] = (
        (_COMPANY, COMPANY, 0.8, "a company by its legal form"),
        (_PARTNERS, COMPANY, 0.75, "a company by the partners in its name"),
        (_SHOUTED, COMPANY, 0.8, "a company by its legal form"),
        (_COMPANY_BEFORE, COMPANY, 0.85, "a company by its legal form"),
        (_SCHOOL, EDUCATION, 0.72, "a school or university"),
        (_HOSPITAL, COMPANY, 0.65, "a hospital or clinic"),
    )
    if not text.isascii():
        forms = (
            *forms,
            (_COMPANY_CJK, COMPANY, 0.82, "a company by its legal form"),
            (_SCHOOL_CJK, EDUCATION, 0.7, "a school or university"),
        )
    for pattern, kind, confidence, reason in forms:
        if pattern in _GATES and not _GATES[pattern].search(text):
            continue
        for hit in pattern.finditer(text):
            value = hit.group().rstrip()
            if value.startswith(_OWN) or value.startswith("The "):
                continue
            if pattern is _SHOUTED and words("money").first(value.split()[0].lower()) is not None:
                value = value.split(" ", 1)[1]
                start = text.index(value, hit.start())
                yield Match(start, start + len(value), kind, confidence, reason)
                continue
            if whole(line, hit.start(), hit.start() + len(value)):
                yield Match(hit.start(), hit.start() + len(value), kind, confidence, reason)
            else:
                yield Match(hit.start(), hit.start() + len(value), kind, confidence - 0.15, reason)


_BESIDE: tuple[tuple[str, Kind, float, str], ...] = (
    ("company_label", COMPANY, 0.8, "a value beside a label of work or study"),
    ("job_label", JOB, 0.8, "a value beside a label of a job"),
)


def _beside(line: Line, scan: Scan) -> Iterator[Match]:
    """Values of forms and profiles, and recipients that are no more than a local part."""
    text = line.text
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if not 2 <= end - start <= 60 or any(ch in text for ch in "@?"):
        return
    yield from _recipient(line, scan, start, end)
    if _interface(line):
        return
    for section, kind, confidence, reason in _BESIDE:
        begin = start
        own = scan.hit(line, labels(section))
        if own is not None and own.start <= start + 1:
            colon = re.match(r" ?[:：] ?", text[own.end :])
            if colon is None or own.end + colon.end() >= end:
                continue
            begin = own.end + colon.end()
        elif own is not None or not labelled(line, scan, start, section):
            continue
        if text[begin].isupper() or text[begin] >= "\u3040":
            yield Match(begin, end, kind, confidence, reason)


def _recipient(line: Line, scan: Scan, start: int, end: int) -> Iterator[Match]:
    """A recipient shown by the local part of an address: "To: info"."""
    to = re.match(r"(?:to|cc|bcc|кому):? +", line.lower)
    begin = to.end() if to else start
    count = re.search(r" \d{1,3}$", line.text[:end])  # a list row's number of messages
    end = count.start() if count and count.start() > begin else end
    local = _LOCAL_PART.fullmatch(line.text, begin, end)
    if local and local.group() not in _EVERYONE and (to or labelled(line, scan, start, "mail_label")):
        yield Match(begin, end, _CONTACT, 0.7, "a recipient by the local part of an address")


_EVERYONE = frozenset(["me", "you", "all", "everyone", "myself", "moi", "vous", "mich", "mir", "alle"])


def _interface(line: Line) -> bool:
    """Whether every word of a short line is a word of interfaces."""
    tokens = re.findall(r"[^\W\d_]+", line.lower)
    return bool(tokens) and all(token in gazetteer().interface for token in tokens)


def _jobs(line: Line, scan: Scan) -> Iterator[Match]:
    hit = scan.hit(line, labels("job"))
    title = _TITLE.match(line.text)
    if hit is None and title is None:
        return
    if len(line.text) > 70:
        return
    if hit is None and title is not None:
        yield Match(0, title.end(1), JOB, 0.6, "a job title before an employer")
        yield Match(title.start(2), len(line.text.rstrip()), COMPANY, 0.6, "an employer behind a job title")
        return
    assert hit is not None
    if whole(line, hit.start, hit.end):
        yield Match(hit.start, hit.end, JOB, 0.6, "a job title on its own")
        return
    before = line.text[: hit.start].split()
    senior = all(word.lower().strip(".,") in _SENIORITY for word in before)
    at = _EMPLOYER.match(line.text, hit.end)
    if at and (senior or (len(before) <= 2 and before[-1][-1] in ",·|-–")):
        yield Match(hit.start if not senior else 0, at.end(), JOB, 0.7, "a job title with an employer")
    elif at and before:
        yield Match(hit.start, at.end(), JOB, 0.6, "a job title with an employer in a sentence")
    elif before and senior and whole(line, 0, hit.end):
        yield Match(0, hit.end, JOB, 0.6, "a job title on its own")


_WORD = _CAP.replace(".-", "-")
_EMPLOYER = re.compile(
    rf"(?: (?:at|@|bei|chez|в)|,| [·|-]) ({_WORD}(?: (?:[&]|{_WORD})){{0,3}}|[\u4e00-\u9fff]{{2,12}})"
)
# A title by its last word: "Procurement Lead · Norvane Textiles"
_TITLE = re.compile(
    r"\s*((?:[A-Z][\w&-]+ ){1,3}(?:Lead|Manager|Director|Officer|Engineer|Analyst|Designer|Developer"
    r"|Assistant|Coordinator|Specialist|Consultant|Administrator|Supervisor|Executive|Representative|Technician|Editor"
    r"|Buyer|Planner|Head|President|Partner|Associate|Scientist|Advisor|Adviser|Clerk|Nurse|Teacher))"
    rf" (?:[·|@–-]|at) ({_CAP}(?: (?:[&]|{_CAP})){{0,3}})\s*$"
)
_SENIORITY = frozenset(
    ("senior", "junior", "lead", "staff", "principal", "chief", "head", "associate", "assistant", "deputy")
)


def _places(line: Line, scan: Scan) -> Iterator[Match]:
    names = gazetteer()
    for hit in _PLACE.finditer(line.text):
        if whole(line, *hit.span()) and (
            hit.group(1).lower() in names.cities
            or hit.group(2).lower() in names.cities
            or hit.group(2) in _STATES
        ):
            yield Match(*hit.span(), LOCATION, 0.65, "a town with its region or country")
    bare = line.lower.strip(" .,·")
    if bare in names.cities and len(bare) > 1:
        start = line.lower.index(bare)
        beside = scan.beside(line, words("location"), 30)
        if beside:
            yield Match(start, start + len(bare), LOCATION, 0.75, "a town beside a label of place")
        elif bare not in names.ambiguous and bare not in names.interface:
            yield Match(start, start + len(bare), LOCATION, 0.42, "the name of a town or region on its own")


_STATES = frozenset(
    [
        "AL",
        "AK",
        "AZ",
        "AR",
        "CA",
        "CO",
        "CT",
        "DE",
        "FL",
        "GA",
        "HI",
        "ID",
        "IL",
        "IN",
        "IA",
        "KS",
        "KY",
        "LA",
        "ME",
        "MD",
        "MA",
        "MI",
        "MN",
        "MS",
        "MO",
        "MT",
        "NE",
        "NV",
        "NH",
        "NJ",
        "NM",
        "NY",
        "NC",
        "ND",
        "OH",
        "OK",
        "OR",
        "PA",
        "RI",
        "SC",
        "SD",
        "TN",
        "TX",
        "UT",
        "VT",
        "VA",
        "WA",
        "WV",
        "WI",
        "WY",
        "DC",
    ]
)

ORGANISATIONS = LineRecognizer("names.organisations", matches)
