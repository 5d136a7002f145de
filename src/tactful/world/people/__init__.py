"""People of the world: who they are, whom they know, what their apps hold."""
