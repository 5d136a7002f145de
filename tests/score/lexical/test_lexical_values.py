"""One attribute, one message: is the whole value stated? Texts, flags, lists and objects."""

from __future__ import annotations

import pytest
from judge_rows import Row, rows

from tactful.score import LexicalJudge
from tactful.terms.memories import Attribute

EMPLOYER = Attribute("current_employer", "Harbor Lantern Works Inc.", "I work for Harbor Lantern Works Inc.")
DOCTOR = Attribute("dentist", "Dr. Nadia Sorrel", "My dentist is Dr. Nadia Sorrel.")
ILLNESS = Attribute("health_conditions", "Mild rosacea", "I have mild rosacea.")
HOUSE = Attribute("pastime", "Beekeeper", "I keep bees.")
MARRIED = Attribute("marital_status", "Married", "I am married.")
ADDRESS = Attribute(
    "address",
    "14 Quill Lane Apt. 3\nEast Marrow, WI 54999",
    "I live at 14 Quill Lane Apt. 3, East Marrow, WI 54999.",
)
POLICY = Attribute("policy_number", "HQ-7730418", "My policy number is HQ-7730418.")
PHONE = Attribute("phone", "+1 (555) 010-4477", "My phone number is +1 (555) 010-4477.")
PRESSURE = Attribute("blood_pressure", "141/92 mmHg", "My blood pressure was 141 over 92 mmHg.")
WEIGHT = Attribute("weight_change", "-9 lbs", "I have lost 9 pounds since May.")
CONFIDENCE = Attribute("chess_confidence_level", "High", "I feel a high level of confidence in my chess.")
CALLS = Attribute("cousin_calls", "Weekly radio calls", "I keep in touch weekly by radio with my cousins.")
SEX = Attribute("sex", "F", "I am female.")
CLEAR = Attribute("evaluation", "No abnormalities", "The evaluation found no abnormalities.")
YOGA = Attribute("yoga_frequency", "Weekly", "I do yoga on a weekly basis.")
WALKS = Attribute("walks_in_may", 3, "I took three long walks in May 2022.")
SICK = Attribute("diagnosis", "Multiple sclerosis", "I have multiple sclerosis.")
TEXTS: dict[str, tuple[Attribute, list[Row]]] = {
    "company": (
        EMPLOYER,
        [
            ("I'm with Harbor Lantern Works Inc. now.", True),
            ("i work for harbor lantern works inc. and like it", True),
            ("I WORK FOR HARBOR LANTERN WORKS INC.", True),
            ("I work for Harbor Lantern Works, Inc.", True),
            ("I have worked at Harbor Lantern Works since May.", True),
            ("My brother is with Harbor Lantern Works Inc. and happy.", False),
            ("I work for Harbor Lantern.", False),
            ("I work for HLW Inc.", False),
            ("The lantern in the harbor works; Acme Inc. made it.", False),
        ],
    ),
    "name": (
        DOCTOR,
        [
            ("Dr. Nadia Sorrel looks after me.", True),
            ("My dentist is Nadia Sorrel.", True),
            ("My dentist is Dr. Sorrel.", False),
            ("My dentist is Dr. Nadia\nSorrel.", False),
            ("Nadia Petrova and Tom Sorrel", False),
        ],
    ),
    "illness": (
        ILLNESS,
        [
            ("I was diagnosed with mild rosacea.", True),
            ("- Health: *mild* rosacea", True),
            ("I have rosacea.", False),
            ("I have mild eczema and no rosacea.", False),
            ("I do not have mild rosacea.", False),
            ("I don't have mild rosacea.", False),
            ("I have never had mild rosacea.", False),
            ("There is no history of mild rosacea.", False),
            ("I am not worried, but I have mild rosacea.", True),
        ],
    ),
    "abbreviation": (SICK, [("I have MS.", False), ("I have multiple sclerosis (MS).", True)]),
    "one word": (
        HOUSE,
        [
            ("I'm a beekeeper.", True),
            ("I keep bees.", True),
            ("I like bees.", False),
            ("I keep a boat.", False),
        ],
    ),
    "one word, stated of the user": (
        MARRIED,
        [
            ("I am married.", True),
            ("I'm married and live in town.", True),
            ("Marital status: married", True),
            ("The user is married.", True),
            ("My brother got married.", False),
            ("I am not married.", False),
        ],
    ),
    "address": (
        ADDRESS,
        [
            ("Please write to 14 Quill Lane Apt. 3, East Marrow, WI 54999.", True),
            ("Address:\n14 Quill Lane Apt. 3\nEast Marrow, WI 54999", True),
            ("I live at 14 Quill Lane Apartment 3 in East Marrow, WI 54999", True),
            ("I live in East Marrow, WI 54999", False),
            ("I live at 14 Quill Lane Apt. 3.", False),
            ("I live at 114 Quill Lane Apt. 3, East Marrow, WI 54999", False),
        ],
    ),
    "code": (
        POLICY,
        [
            ("It is HQ-7730418.", True),
            ("it is hq–7730418", True),
            ("It is HQ-77304180.", False),
            ("It is 7730418.", False),
            ("It ends in 418.", False),
        ],
    ),
    "phone": (
        PHONE,
        [("Call 555-010-4477.", True), ("Call +1 555.010.4477", True), ("Call 555-010-4478", False)],
    ),
    "readings": (
        PRESSURE,
        [
            ("It was 141/92 mmHg.", True),
            ("My blood pressure was 141 over 92 mmHg.", True),
            ("It was 141/91 mmHg.", False),
        ],
    ),
    "sign": (
        WEIGHT,
        [
            ("Weight change: -9 lbs", True),
            ("I lost 9 lbs since May.", True),
            ("I gained 9 lbs since May.", False),
            ("I carry 9 lbs.", False),
        ],
    ),
    "common word": (
        CONFIDENCE,
        [
            ("My confidence in my chess is high.", True),
            ("Confidence level in chess: high", True),
            ("My spirits are high.", False),
            ("My confidence in my chess is low.", False),
            ("The high tower can be seen from afar.", False),
        ],
    ),
    "common words": (
        CALLS,
        [
            ("We have weekly radio calls with my cousins.", True),
            ("I keep in touch weekly by radio with my cousins.", True),
            ("I get radio calls every week from my cousins.", True),
            ("There are weekly radio calls with the sales team.", False),
            ("I get monthly radio calls from my cousins.", False),
        ],
    ),
    "denial": (
        CLEAR,
        [
            ("The evaluation: no abnormalities.", True),
            ("There were no abnormalities in my evaluation.", True),
            ("There were abnormalities in my evaluation.", False),
        ],
    ),
    "rate": (
        YOGA,
        [
            ("I do yoga every week.", True),
            ("Yoga frequency: weekly", True),
            ("I do yoga twice weekly.", False),
            ("I do yoga three times a week.", False),
            ("I do yoga monthly.", False),
        ],
    ),
    "dated count": (
        WALKS,
        [("I took 3 long walks in May 2022.", True), ("I took 3 long walks in May 2023.", False)],
    ),
    "letter": (
        SEX,
        [
            ("I am female.", True),
            ("I'm a 30-year-old female.", True),
            ("Sex: F", True),
            ("Gender: female", True),
            ("I am male.", False),
            ("My doctor is a female physician.", False),
            ("See section F.", False),
        ],
    ),
}

CONVICTED = Attribute("convicted", False, "I have not been convicted of any crime.")
MANDATED = Attribute("employer_mandated_training", True, "My training is employer‑mandated.")
COMPLIANT = Attribute("diet_compliance", "Yes", "I am in full compliance with the diet program.")
COURSE = Attribute("pottery_course_completed", "Yes, 30‑hour course", "I completed a 30‑hour pottery course.")
NO_GPA = Attribute("current_gpa", None, "I am not enrolled, so a GPA does not apply.")
SHOTS = Attribute(
    "vaccinations", ["Hepatitis A", "Rabies", "Cholera"], "I had hepatitis A, rabies and cholera shots."
)
DAYS = Attribute(
    "session_dates", ["2021-10-04", "2021-11-08"], "The mediation sessions were on 2021-10-04 and 2021-11-08."
)
CAR = Attribute("car", {"make": "Veloria", "year": 2019}, "I drive a 2019 Veloria.")
OTHERS: dict[str, tuple[Attribute, list[Row]]] = {
    "false": (
        CONVICTED,
        [
            ("I have not been convicted of any crime.", True),
            ("I have never been convicted of a crime.", True),
            ("Convicted: no", True),
            ("I have been convicted of a crime.", False),
            ("Convicted: yes", False),
            ("No.", False),
        ],
    ),
    "true": (
        MANDATED,
        [
            ("The training is employer-mandated.", True),
            ("Employer-mandated training: yes", True),
            ("Employer-mandated training: no", False),
            ("The training is not employer-mandated.", False),
            ("Yes, I had training.", False),
            ("True.", False),
        ],
    ),
    "yes": (
        COMPLIANT,
        [
            ("I am in full compliance with the diet program.", True),
            ("Diet compliance: Yes", True),
            ("Yes, I will come.", False),
        ],
    ),
    "yes and more": (
        COURSE,
        [("I took a 30-hour pottery course.", True), ("Yes, I took a pottery course.", False)],
    ),
    "null": (
        NO_GPA,
        [
            ("Current GPA: n/a", True),
            ("I am not enrolled, so a GPA does not apply.", True),
            ("Not at the moment.", False),
        ],
    ),
    "list": (
        SHOTS,
        [
            ("I got cholera, rabies and hepatitis A shots.", True),
            ("My vaccinations:\n- Rabies\n- Cholera\n- Hepatitis A", True),
            ("I got rabies and hepatitis A shots.", False),
            ("I got cholera, rabies and hepatitis B shots.", False),
        ],
    ),
    "list of dates": (
        DAYS,
        [
            ("We had mediation sessions on October 4 and November 8, 2021.", True),
            ("We had a mediation session on October 4, 2021.", False),
        ],
    ),
    "object": (CAR, [("I drive a Veloria of 2019.", True), ("I drive a Veloria.", False)]),
}


@pytest.mark.parametrize(("attribute", "message", "expected"), rows(TEXTS) + rows(OTHERS))
def test_a_value_is_revealed_where_all_of_it_is_stated(
    attribute: Attribute, message: str, expected: bool
) -> None:
    found = LexicalJudge([attribute]).revealed(message)
    assert (attribute.key in found) is expected
