"""Grounding under protection: click points on original and protected screens (GUIGuard-Bench, 6.3, G.6)."""
