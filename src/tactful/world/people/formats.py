"""The former place of `tactful.world.content.formats`; kept while other rooms still import it from here."""

from tactful.world.content.formats import clock, day_month, full_date, money, stamp, weekday_date

__all__ = ["clock", "day_month", "full_date", "money", "stamp", "weekday_date"]
