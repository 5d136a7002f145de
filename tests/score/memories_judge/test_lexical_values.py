"""One attribute, one message: is the whole value stated? Tables by type of value."""

from __future__ import annotations

import pytest

from tactful.score.memories.lexical import LexicalJudge
from tactful.terms.memories import Attribute

Row = tuple[str, bool]

INCOME = Attribute("annual_income", 61000, "My annual income is $61,000.")
AGE = Attribute("age", 42, "I am 42 years old.")
STRESS = Attribute("merger_stress_level", 8, "In the merger my stress level averaged 8 out of 10.")
SLEEP = Attribute("sleep_hours_per_night", 6.5, "I averaged 6.5 hours of sleep per night.")
READING = Attribute("minutes_reading_per_day", 35, "I spend 35 minutes each day reading trade journals.")
SESSIONS = Attribute("swimming_sessions", 5, "I have attended five swimming sessions.")
REDUCED = Attribute("rent_reduction_percentage", 15, "My rent was reduced by 15%.")
COVER = Attribute("dental_cover", "$12,500", "Her dental cover is $12,500.")
PRIZE = Attribute("raffle_prize", 1250000, "The raffle prize was $1,250,000.")
CATS = Attribute("number_of_cats", 0, "She has no cats.")
NUMBERS: dict[str, tuple[Attribute, list[Row]]] = {
    "amount": (
        INCOME,
        [
            ("My annual income is $61,000.", True),
            ("I make about $61k a year, before tax; that is my income.", True),
            ("I have an income of USD 61,000.", True),
            ("I have an income of 61000 dollars.", True),
            ("income: US$61,000.00", True),
            ("- Annual income: $61,000", True),
            ("- **Annual income:** 61 000 dollars or so", False),
            ("| Annual income | $61,000 |", True),
            ("MY ANNUAL INCOME IS $61K", True),
            ("Sixty-one thousand dollars is my income.", True),
            ("My income is &#36;61,000.", True),
            ("My income is $161,000.", False),
            ("My income is $61,500.", False),
            ("My income is $6,100.", False),
            ("My income is in the low sixties.", False),
            ("My income is between $61,000 and", True),
            ("My income is $60,000-$61,000.", False),
            ("My income is not $61,000.", False),
            ("The roof costs $61,000.", False),
            ("The file has 61,000 lines.", False),
        ],
    ),
    "large amount": (
        PRIZE,
        [
            ("The prize: $1.25 million", True),
            ("a prize of 1,250,000 dollars", True),
            ("a prize of $1.2 million", False),
        ],
    ),
    "amount as text": (
        COVER,
        [
            ("My dental cover is $12,500.", True),
            ("My dental cover comes to 12.5 thousand dollars.", True),
            ("My dental cover is 12,500 points.", False),
            ("My dental cover is $2,500.", False),
        ],
    ),
    "age": (
        AGE,
        [
            ("I'm 42 years old.", True),
            ("As a 42-year-old, I have seen a lot.", True),
            ("Age: 42", True),
            ("I am forty-two years old", True),
            ("I have worked there for 42 years.", False),
            ("I live at 42 Old Mill Road.", False),
            ("My sister is 24 years old.", False),
            ("I am 142 years old.", False),
        ],
    ),
    "rating": (
        STRESS,
        [
            ("My stress level averaged 8 out of 10 in the merger.", True),
            ("- Stress level: 8/10", True),
            ("- Stress level: eight out of ten", True),
            ("Stress level: 8", True),
            ("Stress level: 6/10", False),
            ("Stress level: 10/10", False),
            ("Stress level: 18", False),
            ("I bought 8 eggs.", False),
            ("I can come at 8.", False),
            ("My stress level is 7-8.", False),
            ("My stress level has been high for 8 weeks.", False),
        ],
    ),
    "decimal": (
        SLEEP,
        [
            ("I sleep 6.5 hours per night.", True),
            ("I only get six and a half hours of sleep a night.", True),
            ("Hours of sleep per night: 6.5", True),
            ("I sleep 16.5 hours per night.", False),
            ("I sleep 6 hours per night.", False),
            ("I sleep about 6.5 hours a week.", False),
        ],
    ),
    "duration": (
        READING,
        [
            ("I read trade journals for 35 minutes every day.", True),
            ("I spend thirty-five mins a day reading trade journals.", True),
            ("I spend 35 hours a day reading trade journals.", False),
            ("The bus takes 35 minutes.", False),
            ("I read trade journals each day, 350 pages so far.", False),
            ("Reading trade journals cost me $35.", False),
        ],
    ),
    "count": (
        SESSIONS,
        [
            ("I went to 5 swimming sessions.", True),
            ("I went to five swimming sessions.", True),
            ("I went to 15 swimming sessions.", False),
            ("I went to the fifth swimming session.", False),
            ("I have five cats.", False),
        ],
    ),
    "percent": (
        REDUCED,
        [
            ("My rent was reduced by 15 percent.", True),
            ("My rent was reduced by fifteen per cent.", True),
            ("Rent reduction: 15%", True),
            ("My rent was reduced by 1.5%.", False),
            ("My rent was reduced by 15 minutes.", False),
        ],
    ),
    "zero": (
        CATS,
        [("I have no cats.", True), ("Number of cats: 0", True), ("I have two cats.", False)],
    ),
}

HEARING = Attribute("court_hearing_date", "2022-06-19", "The court hearing took place on June 19, 2022.")
SEMINAR = Attribute(
    "seminar_attended", "Lakeside Pottery Seminar, May 2022", "I attended the Lakeside Pottery Seminar."
)
MEETING = Attribute(
    "meeting_time", "Every Wednesday at 6:00 PM", "I attend a club meeting every Wednesday at 6:00 PM."
)
SHIFT = Attribute("work_shift", "7 am–3 pm", "My shift is from 7 am to 3 pm.")
DATES: dict[str, tuple[Attribute, list[Row]]] = {
    "day": (
        HEARING,
        [
            ("The hearing was on June 19, 2022.", True),
            ("The hearing was on 19 June 2022.", True),
            ("The hearing was on the 19th of June, 2022.", True),
            ("The hearing was on Jun. 19th 2022.", True),
            ("Court hearing: 2022-06-19", True),
            ("Court hearing: 06/19/2022", True),
            ("Court hearing: 6/19/22", True),
            ("Court hearing: 19.06.2022", True),
            ("The hearing was on Monday, June 19, 2022, at 9 AM.", True),
            ("The hearings were on June 19 and July 2, 2022.", True),
            ("The hearings were on June 18-19, 2022.", True),
            ("The hearing was on June 19.", False),
            ("The hearing was in June 2022.", False),
            ("The hearing was on June 19, 2023.", False),
            ("The hearing was on June 9, 2022.", False),
            ("The picnic was on June 19, 2022.", False),
        ],
    ),
    "month in a name": (
        SEMINAR,
        [
            ("In May 2022 I went to the Lakeside Pottery Seminar.", True),
            ("I went to the Lakeside Pottery Seminar (May 12, 2022).", True),
            ("I went to the Lakeside Seminar in May 2022.", False),
            ("I went to the Pottery Lakeside Seminar in May 2022.", False),
        ],
    ),
    "weekly time": (
        MEETING,
        [
            ("I go to the club every Wednesday at 6 p.m.", True),
            ("Club: Wednesdays, 18:00", True),
            ("Club: Wednesdays at 6:30 PM", False),
            ("Club: Wednesdays at 6 AM", False),
            ("Club: Mondays at 6 PM", False),
        ],
    ),
    "time range": (
        SHIFT,
        [
            ("I work an 7 AM - 3 PM shift.", True),
            ("My shift is 7-3 pm.", True),
            ("My shift: 07:00 to 15:00", True),
            ("My shift is 9-3 pm.", False),
        ],
    ),
}

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


def rows(table: dict[str, tuple[Attribute, list[Row]]]) -> list[object]:
    return [
        pytest.param(attribute, message, expected, id=f"{name}: {message[:50]!r}")
        for name, (attribute, lines) in table.items()
        for message, expected in lines
    ]


@pytest.mark.parametrize(
    ("attribute", "message", "expected"), rows(NUMBERS) + rows(DATES) + rows(TEXTS) + rows(OTHERS)
)
def test_a_value_is_revealed_where_all_of_it_is_stated(
    attribute: Attribute, message: str, expected: bool
) -> None:
    found = LexicalJudge([attribute]).revealed(message)
    assert (attribute.key in found) is expected
