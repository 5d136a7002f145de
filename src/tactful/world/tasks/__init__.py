"""Tasks in the world: templates bound to people, a scripted solver, checks, and agents with wrong turns."""
