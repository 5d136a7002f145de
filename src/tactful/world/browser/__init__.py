"""The world's browser: pages shown and used in Chromium, measured into exact truth."""
