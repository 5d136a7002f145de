"""People of the world: who they are, whom they know, what their apps hold."""

from tactful.world.people.make import make_person
from tactful.world.people.person import LANGUAGES, Person, Record

__all__ = ["LANGUAGES", "Person", "Record", "make_person"]
