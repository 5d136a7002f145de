"""Looks: a scene in, HTML and CSS with the truth of every text out. The same app looks different by seed."""
