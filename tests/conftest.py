"""Stands here so that tests can import the shared fakes: pytest puts this file's folder on the path."""
