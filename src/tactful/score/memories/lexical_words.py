"""Words of the lexical judge: which carry no content, which negate, which say little, and stems."""

from __future__ import annotations

from functools import lru_cache


def words(text: str) -> tuple[str, ...]:
    """The words of a list that is written as running text."""
    return tuple(text.split())


PRONOUNS = frozenset(words(
    "i me my mine myself he him his himself she her hers herself they them their theirs themselves we us "
    "our ours ourselves you your yours it its user person"
))  # fmt: skip
BE = frozenset(words("am is are was were be been being"))
HAVE = frozenset(words("have has had having"))
ARTICLES = frozenset(("a", "an", "the"))
NEGATORS = frozenset(words("not no never none without neither nor cannot nobody nothing deny denies"))
_OTHER = words(
    "of in on at to for from by with as and or but so that this these those which who whom whose there "
    "here toward towards do does did done will would shall should can could may might must about into "
    "onto upon through during while after before since until till within over under between among because "
    "due per via than then also just only currently now already yet still both each every all any some "
    "such other another if when where how what why too again up down out off s t d ll re ve m dr mr mrs "
    "ms mx miss prof please etc including includes include time time times x usd approximately around "
    "roughly"
)
STOP = PRONOUNS | BE | HAVE | ARTICLES | NEGATORS | frozenset(_OTHER)

# Words that many attributes have as their value or as part of it: alone they tell nothing.
LOW = words(
    "old yes no none null true false high low medium moderate mild severe good bad poor fair excellent great "
    "strong weak stable normal average typical positive negative neutral mixed improved improving worse "
    "better increased decreased reduced reduction significant significantly slight slightly major minor "
    "partial full fully highly very mostly regular regularly occasional occasionally frequent frequently "
    "rare rarely active inactive approved denied pending completed complete done ongoing planned "
    "scheduled received submitted filed signed granted accepted rejected required provided obtained "
    "attended established supportive understanding open closed current new one two three four five six "
    "seven eight nine ten first second once twice daily weekly monthly yearly quarterly nightly annual "
    "biweekly morning evening afternoon night day week month year hour minute monday tuesday wednesday "
    "thursday friday saturday sunday available unavailable satisfactory satisfied cleared clear enrolled "
    "started unchanged changed change temporary permanent verified confirmed applicable na m f w unknown "
    "other"
)
# Low alone, but a part of what "mild rosacea" says.
GRADES = frozenset(("mild", "moderat", "sever", "major", "minor"))
# Verbs and such that any statement may have: no evidence of what an amount or a date belongs to.
_WEAK = words(
    "basis frequency include begin start end finish complete schedule set hold take attend receive pay "
    "plan file work use report include make provide remain continue cost price place amount estimate date "
    "event next last total meet go get expect require need become keep give participate "
    "value worth indicate reflect regard"
)
# What may be counted: "four weeks" are not "four days".
MEASURES = frozenset(words(
    "second minut hour day night week month year mile kilometer meter foot inch lb kg mg gram ounce "
    "calori point session page step mmhg degre"
))  # fmt: skip
RATES = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annual": "year",
    "annually": "year",
    "hourly": "hour",
    "nightly": "night",
}
RATE_UNITS = frozenset(("day", "week", "month", "year", "hour", "night"))
# Units, irregular forms and spellings that stand for one word.
_SAME = words(
    "lbs=lb pound=lb pounds=lb hrs=hour hr=hour mins=minute min=minute kgs=kg kilogram=kg kilograms=kg "
    "kilo=kg kilos=kg wk=week wks=week mo=month mos=month yr=year yrs=year mi=mile km=kilometer "
    "kms=kilometer kilometre=kilometer kilometres=kilometer ft=foot feet=foot sq=square milligram=mg "
    "milligrams=mg secs=second sec=second oz=ounce ounces=ounce percentage=percent pct=percent "
    "children=child men=man women=woman mum=mother mom=mother dad=father counselling=counsel "
    "programme=program programmes=program labour=labor centre=center behaviour=behavior "
    "favourite=favorite licence=license cheque=check enrolment=enrol enrollment=enrol paid=pay "
    "spent=spend met=meet held=hold took=take taken=take gave=give given=give got=get bought=buy "
    "sold=sell began=begin begun=begin made=make went=go goes=go gone=go rose=rise risen=rise fell=fall "
    "fallen=fall wrote=write written=write lost=lose won=win left=leave kept=keep felt=feel led=lead "
    "lent=lend sent=send saw=see seen=see sought=seek slept=sleep chose=choose chosen=choose drank=drink "
    "drove=drive ate=eat grew=grow grown=grow became=become said=say told=tell built=build earnt=earn "
    "leaves=leave lives=live aged=age"
)
_FAMILY = dict(pair.split("=") for pair in _SAME)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A common form of a lower-cased word's inflections: ``studies``, ``studied`` -> ``studi``.

    Light on purpose: plural and verb endings alone, and a table of units and irregular verbs.
    """
    known = _FAMILY.get(word)
    if known is not None:
        word = known
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("es") and word[-3] in "sxzho":
        word = word[:-2]
    elif word.endswith("s") and word[-2] not in "sui":
        word = word[:-1]
    if word.endswith("ied"):
        word = word[:-3] + "y"
    elif word.endswith("ing") and len(word) >= 6:
        word = word[:-3]
    elif word.endswith("ed") and len(word) >= 5 and not word.endswith("eed"):
        word = word[:-2]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]  # planned -> plann -> plan
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


LOW_STEMS = frozenset(stem(word) for word in LOW) | {f"per:{unit}" for unit in RATE_UNITS}
WEAK_STEMS = LOW_STEMS | {stem(word) for word in _WEAK}
