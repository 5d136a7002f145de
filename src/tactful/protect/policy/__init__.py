"""Policies: which operator a region gets, by rules that combine, by preset, or by a YAML file."""
