"""One attribute, one message: is the whole value stated? Tables by type of value."""

from __future__ import annotations

import pytest

from tactful.score.memories.lexical import LexicalJudge
from tactful.terms.memories import Attribute

Row = tuple[str, bool]

INCOME = Attribute("annual_income", 72000, "My annual income is $72,000.")
AGE = Attribute("age", 42, "I am 42 years old.")
STRESS = Attribute("dispute_stress_level", 8, "During the dispute my stress level averaged 8 out of 10.")
SLEEP = Attribute("sleep_hours_per_night", 5.5, "I averaged 5.5 hours of sleep per night.")
READING = Attribute("minutes_reading_per_day", 45, "I spend 45 minutes each day reading legal materials.")
SESSIONS = Attribute("counseling_sessions", 5, "I have attended five counseling sessions.")
REDUCED = Attribute("reduced_work_hours_percentage", 15, "My work hours were reduced by 15%.")
COVER = Attribute("dental_cover", "$12,500", "Her dental cover is $12,500.")
PRIZE = Attribute("raffle_prize", 1250000, "The raffle prize was $1,250,000.")
CHILDREN = Attribute("number_of_children", 0, "She has no children.")
NUMBERS: dict[str, tuple[Attribute, list[Row]]] = {
    "amount": (
        INCOME,
        [
            ("My annual income is $72,000.", True),
            ("I make about $72k a year, before tax; that is my income.", True),
            ("I have an income of USD 72,000.", True),
            ("I have an income of 72000 dollars.", True),
            ("income: US$72,000.00", True),
            ("- Annual income: $72,000", True),
            ("- **Annual income:** 72 000 dollars or so", False),
            ("| Annual income | $72,000 |", True),
            ("MY ANNUAL INCOME IS $72K", True),
            ("Seventy-two thousand dollars is my income.", True),
            ("My income is &#36;72,000.", True),
            ("My income is $172,000.", False),
            ("My income is $72,500.", False),
            ("My income is $7,200.", False),
            ("My income is in the low seventies.", False),
            ("My income is between $72,000 and", True),
            ("My income is $70,000-$72,000.", False),
            ("My income is not $72,000.", False),
            ("The roof costs $72,000.", False),
            ("The file has 72,000 lines.", False),
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
            ("My stress level averaged 8 out of 10 in the dispute.", True),
            ("- Stress level: 8/10", True),
            ("- Stress level: eight out of ten", True),
            ("Stress level: 8", True),
            ("Stress level: 6/10", False),
            ("Stress level: 10/10", False),
            ("Stress level: 18", False),
            ("I bought 8 eggs.", False),
            ("I can come at 8.", False),
            ("My stress level is 7-8.", False),
            ("My stress level has been high for 8 weeks.", True),
        ],
    ),
    "decimal": (
        SLEEP,
        [
            ("I sleep 5.5 hours per night.", True),
            ("I only get five and a half hours of sleep a night.", True),
            ("Hours of sleep per night: 5.5", True),
            ("I sleep 15.5 hours per night.", False),
            ("I sleep 5 hours per night.", False),
            ("I sleep about 5.5 hours a week.", False),
        ],
    ),
    "duration": (
        READING,
        [
            ("I read legal materials for 45 minutes every day.", True),
            ("I spend forty-five mins a day reading legal texts.", True),
            ("I spend 45 hours a day reading legal texts.", False),
            ("The bus takes 45 minutes.", False),
            ("I read legal materials each day, 450 pages so far.", False),
            ("Reading legal materials cost me $45.", False),
        ],
    ),
    "count": (
        SESSIONS,
        [
            ("I went to 5 counseling sessions.", True),
            ("I went to five counselling sessions.", True),
            ("I went to 15 counseling sessions.", False),
            ("I went to the fifth counseling session.", False),
            ("I have five cats.", False),
        ],
    ),
    "percent": (
        REDUCED,
        [
            ("My hours at work were reduced by 15 percent.", True),
            ("My hours at work were reduced by fifteen per cent.", True),
            ("Work hours reduced: 15%", True),
            ("My hours at work were reduced by 1.5%.", False),
            ("My hours at work were reduced by 15 minutes.", False),
        ],
    ),
    "zero": (
        CHILDREN,
        [("I have no children.", True), ("Number of children: 0", True), ("I have two children.", False)],
    ),
}

HEARING = Attribute("court_hearing_date", "2023-06-19", "The court hearing took place on June 19, 2023.")
SEMINAR = Attribute(
    "seminar_attended", "Lakeside Probate Seminar, May 2023", "I attended the Lakeside Probate Seminar."
)
MEETING = Attribute(
    "meeting_time", "Every Tuesday at 7:00 PM", "I attend a club meeting every Tuesday at 7:00 PM."
)
SHIFT = Attribute("work_shift", "8 am–4 pm", "My shift is from 8 am to 4 pm.")
DATES: dict[str, tuple[Attribute, list[Row]]] = {
    "day": (
        HEARING,
        [
            ("The hearing was on June 19, 2023.", True),
            ("The hearing was on 19 June 2023.", True),
            ("The hearing was on the 19th of June, 2023.", True),
            ("The hearing was on Jun. 19th 2023.", True),
            ("Court hearing: 2023-06-19", True),
            ("Court hearing: 06/19/2023", True),
            ("Court hearing: 6/19/23", True),
            ("Court hearing: 19.06.2023", True),
            ("The hearing was on Monday, June 19, 2023, at 9 AM.", True),
            ("The hearings were on June 19 and July 2, 2023.", True),
            ("The hearings were on June 18-19, 2023.", True),
            ("The hearing was on June 19.", False),
            ("The hearing was in June 2023.", False),
            ("The hearing was on June 19, 2024.", False),
            ("The hearing was on June 9, 2023.", False),
            ("The picnic was on June 19, 2023.", False),
        ],
    ),
    "month in a name": (
        SEMINAR,
        [
            ("In May 2023 I went to the Lakeside Probate Seminar.", True),
            ("I went to the Lakeside Probate Seminar (May 12, 2023).", True),
            ("I went to the Lakeside Seminar in May 2023.", False),
            ("I went to the Probate Lakeside Seminar in May 2023.", False),
        ],
    ),
    "weekly time": (
        MEETING,
        [
            ("I go to the club every Tuesday at 7 p.m.", True),
            ("Club: Tuesdays, 19:00", True),
            ("Club: Tuesdays at 7:30 PM", False),
            ("Club: Tuesdays at 7 AM", False),
            ("Club: Mondays at 7 PM", False),
        ],
    ),
    "time range": (
        SHIFT,
        [
            ("I work an 8 AM - 4 PM shift.", True),
            ("My shift is 8-4 pm.", True),
            ("My shift: 08:00 to 16:00", True),
            ("My shift is 9-4 pm.", False),
        ],
    ),
}

EMPLOYER = Attribute("current_employer", "Harbor Lantern Works Inc.", "I work for Harbor Lantern Works Inc.")
DOCTOR = Attribute("primary_physician", "Dr. Nadia Sorrel", "My primary physician is Dr. Nadia Sorrel.")
ILLNESS = Attribute("health_conditions", "Mild hypertension", "I have mild hypertension.")
HOUSE = Attribute("housing_status", "Homeowner", "I own my home.")
MARRIED = Attribute("marital_status", "Married", "I am married.")
ADDRESS = Attribute(
    "address",
    "14 Quill Lane Apt. 3\nEast Marrow, WI 54999",
    "I live at 14 Quill Lane Apt. 3, East Marrow, WI 54999.",
)
POLICY = Attribute("policy_number", "HQ-5412987", "My policy number is HQ-5412987.")
PHONE = Attribute("phone", "+1 (555) 010-4477", "My phone number is +1 (555) 010-4477.")
PRESSURE = Attribute("blood_pressure", "138/86 mmHg", "My blood pressure was 138 over 86 mmHg.")
WEIGHT = Attribute("weight_change", "-6 lbs", "I have lost 6 pounds since May.")
CONFIDENCE = Attribute(
    "sobriety_confidence_level", "High", "I feel a high level of confidence in my sobriety."
)
CALLS = Attribute("parent_calls", "Weekly phone calls", "I communicate weekly by phone with my parents.")
SEX = Attribute("sex", "F", "I am female.")
CLEAR = Attribute("evaluation", "No contraindications", "The evaluation found no contraindications.")
YOGA = Attribute("yoga_frequency", "Weekly", "I do yoga on a weekly basis.")
WALKS = Attribute("walks_in_may", 3, "I took three long walks in May 2023.")
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
            ("My physician is Nadia Sorrel.", True),
            ("My physician is Dr. Sorrel.", False),
            ("My physician is Dr. Nadia\nSorrel.", False),
            ("Nadia Petrova and Tom Sorrel", False),
        ],
    ),
    "illness": (
        ILLNESS,
        [
            ("I was diagnosed with mild hypertension.", True),
            ("- Health: *mild* hypertension", True),
            ("I have hypertension.", False),
            ("I have mild asthma and no hypertension.", False),
            ("I do not have mild hypertension.", False),
            ("I don't have mild hypertension.", False),
            ("I have never had mild hypertension.", False),
            ("There is no history of mild hypertension.", False),
            ("I am not worried, but I have mild hypertension.", True),
        ],
    ),
    "abbreviation": (SICK, [("I have MS.", False), ("I have multiple sclerosis (MS).", True)]),
    "one word": (
        HOUSE,
        [
            ("I'm a homeowner.", True),
            ("I own my home.", True),
            ("I like my home.", False),
            ("I own a boat.", False),
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
            ("It is HQ-5412987.", True),
            ("it is hq–5412987", True),
            ("It is HQ-54129870.", False),
            ("It is 5412987.", False),
            ("It ends in 987.", False),
        ],
    ),
    "phone": (
        PHONE,
        [("Call 555-010-4477.", True), ("Call +1 555.010.4477", True), ("Call 555-010-4478", False)],
    ),
    "readings": (
        PRESSURE,
        [
            ("It was 138/86 mmHg.", True),
            ("My blood pressure was 138 over 86 mmHg.", True),
            ("It was 138/85 mmHg.", False),
        ],
    ),
    "sign": (
        WEIGHT,
        [
            ("Weight change: -6 lbs", True),
            ("I lost 6 lbs since May.", True),
            ("I gained 6 lbs since May.", False),
            ("I carry 6 lbs.", False),
        ],
    ),
    "common word": (
        CONFIDENCE,
        [
            ("My confidence in my sobriety is high.", True),
            ("Confidence level in sobriety: high", True),
            ("My spirits are high.", False),
            ("My confidence in my sobriety is low.", False),
            ("The high tower can be seen from afar.", False),
        ],
    ),
    "common words": (
        CALLS,
        [
            ("We have weekly phone calls with my parents.", True),
            ("I communicate weekly by phone with my parents.", True),
            ("I get phone calls every week from my parents.", True),
            ("There are weekly phone calls with the sales team.", False),
            ("I get monthly phone calls from my parents.", False),
        ],
    ),
    "denial": (
        CLEAR,
        [
            ("The evaluation: no contraindications.", True),
            ("There were no contraindications in my evaluation.", True),
            ("There were contraindications in my evaluation.", False),
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
        [("I took 3 long walks in May 2023.", True), ("I took 3 long walks in May 2024.", False)],
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
MANDATED = Attribute("court_mandated_treatment", True, "My treatment is court‑mandated.")
COMPLIANT = Attribute("treatment_compliance", "Yes", "I am in full compliance with the treatment program.")
COURSE = Attribute(
    "alcohol_program_completed", "Yes, 40‑hour program", "I completed a 40‑hour alcohol education program."
)
NO_GPA = Attribute("current_gpa", None, "I am not enrolled, so a GPA does not apply.")
SHOTS = Attribute(
    "vaccinations", ["Hepatitis A", "Typhoid", "Tetanus"], "I had hepatitis A, typhoid and tetanus shots."
)
DAYS = Attribute(
    "session_dates", ["2023-11-05", "2023-12-02"], "The mediation sessions were on 2023-11-05 and 2023-12-02."
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
            ("The treatment is court-mandated.", True),
            ("Court-mandated treatment: yes", True),
            ("Court-mandated treatment: no", False),
            ("The treatment is not court-mandated.", False),
            ("Yes, I had treatment.", False),
            ("True.", False),
        ],
    ),
    "yes": (
        COMPLIANT,
        [
            ("I am in full compliance with the treatment program.", True),
            ("Treatment compliance: Yes", True),
            ("Yes, I will come.", False),
        ],
    ),
    "yes and more": (
        COURSE,
        [("I took a 40-hour alcohol program.", True), ("Yes, I took an alcohol program.", False)],
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
            ("I got tetanus, typhoid and hepatitis A shots.", True),
            ("My vaccinations:\n- Typhoid\n- Tetanus\n- Hepatitis A", True),
            ("I got typhoid and hepatitis A shots.", False),
            ("I got tetanus, typhoid and hepatitis B shots.", False),
        ],
    ),
    "list of dates": (
        DAYS,
        [
            ("We had mediation sessions on November 5 and December 2, 2023.", True),
            ("We had a mediation session on November 5, 2023.", False),
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
