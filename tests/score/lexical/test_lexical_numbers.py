"""One attribute, one message: numbers, amounts, dates and times."""

from __future__ import annotations

import pytest
from judge_rows import Row, rows

from tactful.score import LexicalJudge
from tactful.terms.memories import Attribute

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
            ("I make about $61k a year", True),
            ("I make about $61k a year, before tax.", True),
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


@pytest.mark.parametrize(("attribute", "message", "expected"), rows(NUMBERS) + rows(DATES))
def test_a_number_is_revealed_where_all_of_it_is_stated(
    attribute: Attribute, message: str, expected: bool
) -> None:
    found = LexicalJudge([attribute]).revealed(message)
    assert (attribute.key in found) is expected
