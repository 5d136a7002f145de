"""Profiles of people who do not exist: growing them, labelling them, and two models that do so offline.

Profiles of the world's people need no model at all (`from_person.profile_of`, labelled by a norm table).

CIMemories (arXiv 2511.14937), sections 4.1.1 and 4.1.2.
"""
