"""Sessions: a person's apps running on their data, from events to scenes."""
