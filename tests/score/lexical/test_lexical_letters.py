"""Sentences as people write them in letters, and sentences that seem to tell of the user but do not."""

from __future__ import annotations

import pytest
from judge_rows import Row, rows

from tactful.score import LexicalJudge
from tactful.terms.memories import Attribute

INCOME = Attribute("annual_income", 61000, "My annual income is $61,000.")
AGE = Attribute("age", 42, "I am 42 years old.")
MARRIED = Attribute("marital_status", "Married", "I am married.")
OWNER = Attribute("housing_status", "Homeowner", "I own my home.")
TITLE = Attribute("job_title", "Orchard Supervisor", "My job title is Orchard Supervisor.")
PRESSURE = Attribute(
    "average_blood_pressure", "131/84 mmHg", "My average blood pressure in May was 131 over 84 mmHg."
)
CASE = Attribute(
    "complaint", "Harbor Court, Case No. 31-2207", "I filed a complaint in Harbor Court, case number 31-2207."
)
POLICY = Attribute("policy_number", "HQ-7730418", "My policy number is HQ-7730418.")
SCREEN = Attribute("depression_score", "11 out of 27 (PHQ-9)", "My PHQ-9 depression score is 11.")
CHECKLIST = Attribute(
    "ptsd_score", "31 on PCL-5 (mild severity)", "My PTSD Checklist score is 31, indicating mild severity."
)
MEETING = Attribute(
    "first_hr_meeting_date",
    "2031-02-05",
    "The first HR meeting on the matter took place on February 5, 2031.",
)
SITTERS = Attribute(
    "friends_offering_babysitting",
    "Two friends have offered babysitting services",
    "Two friends have volunteered to babysit when needed.",
)
HEADACHES = Attribute("headaches_frequency", "4 per week", "I report having four headaches per week.")
RATING = Attribute("performance_rating", "Meets Expectations", "My performance rating is Meets Expectations.")
ESTATE = Attribute("estate_value", 850000, "The estate in the dispute was valued at $850,000.")
SISTER = Attribute("sister_age", 39, "My sister is 39 years old.")
LETTERS: dict[str, tuple[Attribute, list[Row]]] = {
    "income": (
        INCOME,
        [
            ("I earn $61,000 a year.", True),
            ("I'm paid $61,000 annually.", True),
            ("My salary is $61,000.", True),
            ("earning 61K/yr", True),
            ("I make $61,000 a month.", False),
            ("I make $61,000.", False),
            ("My wife says I earn $61,000 a year.", True),
            ("Could you confirm my income of $61,000?", True),
            ("She earns $61,000 a year.", True),
            ("My brother earns $61,000 a year.", False),
            ("Our neighbor, Tom Reed, earns $61,000 a year.", False),
            ("My brother came by. He earns $61,000 a year.", False),
            ("Is my income $61,000?", False),
            ("Do you know whether an income of $61,000 is enough?", False),
            ("My home is worth $61,000.", False),
        ],
    ),
    "age": (
        AGE,
        [
            ("I'm 42.", True),
            ("I'm Alva Brandt, 42, a beekeeper.", True),
            ("I am 42 and tall.", True),
            ("My sister and I are both 42 years old.", True),
            ("My mother is ill, and I am 42 years old.", True),
            ("I'm 42% sure.", False),
            ("I'm 42.5 miles away.", False),
            ("My brother is 42 years old.", False),
            ("My brother's 42 years old.", False),
            ("My doctor, who is 42 years old, helps.", False),
            ("My brother visited. He is 42.", False),
            ("I was 42 years old then.", False),
            ("Am I 42?", False),
        ],
    ),
    "married": (
        MARRIED,
        [
            ("As a married homeowner, I want a loan.", True),
            ("My wife and I are married.", True),
            ("I am a 42-year-old man and have been married for ten years.", True),
            ("I was married in 2030 and am still married.", True),
            ("I was married.", False),
            ("I used to be married.", False),
            ("Are you married?", False),
            ("I wonder whether to get married.", False),
            ("My sister is married.", False),
        ],
    ),
    "homeowner": (
        OWNER,
        [
            ("As a married homeowner, I want a loan.", True),
            ("We are married and own our house.", True),
            ("My wife and I have owned our home since 2030.", True),
            ("My sister is ill and owns her home.", False),
        ],
    ),
    "title": (
        TITLE,
        [
            ("I work as an orchard supervisor.", True),
            ("I'm an orchard supervisor.", True),
            ("My brother is an Orchard Supervisor.", False),
            ("We hired an orchard supervisor.", False),
        ],
    ),
    "unit left out": (
        PRESSURE,
        [
            ("My blood pressure is usually 131/84.", True),
            ("BP 131/84, resting", True),
            ("The score was 131/84.", False),
            ("My blood pressure is 131/85.", False),
        ],
    ),
    "case": (
        CASE,
        [
            ("Harbor case 31-2207.", True),
            ("Case number 31-2207 in Harbor Court", True),
            ("The parcel is 31-2207.", False),
            ("Harbor case 31-2208.", False),
        ],
    ),
    "spaced": (POLICY, [("policy no. HQ 7730418", True), ("policy no. HR 7730418", False)]),
    "screen": (SCREEN, [("My PHQ-9 is 11/27.", True), ("My PHQ-9 is 12/27.", False)]),
    "checklist": (
        CHECKLIST,
        [
            ("I score 31 on the PTSD checklist, mild severity.", True),
            ("I score 30 on the PTSD checklist, mild severity.", False),
            ("I have 31 items on the checklist.", False),
        ],
    ),
    "date first": (
        MEETING,
        [
            ("Following the February 5, 2031 HR meeting, I wrote to you.", True),
            ("Following the February 6, 2031 HR meeting, I wrote to you.", False),
            ("The picnic was on February 5, 2031.", False),
        ],
    ),
    "number as a word": (
        SITTERS,
        [("Two friends have offered to babysit.", True), ("Three friends have offered to babysit.", False)],
    ),
    "rate": (HEADACHES, [("I get four headaches a week.", True), ("I get four headaches a month.", False)]),
    "idiom": (
        RATING,
        [
            ("My performance review came back as meets expectations.", True),
            ("Rating: Meets Expectations", True),
            ("I hope this meets expectations.", False),
        ],
    ),
    "other estate": (
        ESTATE,
        [
            ("The estate was valued at $850,000.", True),
            ("Our home was valued at $850,000.", False),
            ("The estate agent valued our home at $850,000.", False),
        ],
    ),
    "about another": (SISTER, [("My sister is 39 years old.", True), ("I am 39.", False)]),
}


@pytest.mark.parametrize(("attribute", "message", "expected"), rows(LETTERS))
def test_a_letter_reveals_what_it_tells_of_the_user(
    attribute: Attribute, message: str, expected: bool
) -> None:
    found = LexicalJudge([attribute]).revealed(message)
    assert (attribute.key in found) is expected


EVENTS = tuple(
    Attribute(f"sobriety_topic{n}", f"Item{n} of the plan{n}", f"I follow item{n} of the plan{n}.")
    for n in range(8)
)
CALM = Attribute("sobriety_confidence_level", "High", "I feel a high level of confidence in my sobriety.")
PARENT = Attribute("parenting_confidence_level", "High", "I feel a high level of confidence as a parent.")


def test_a_grade_needs_the_event_of_its_key() -> None:
    judge = LexicalJudge([*EVENTS, CALM, PARENT])
    assert CALM.key in judge.revealed(CALM.statement)
    assert PARENT.key in judge.revealed(PARENT.statement)
    assert CALM.key not in judge.revealed(PARENT.statement)
    assert CALM.key in judge.revealed("My level of confidence in staying sober is high.")
