"""Worlds with known truth: seeds in, profiles (and later apps and screens) with exact labels out."""
