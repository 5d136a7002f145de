"""GUIGuard-Bench on any data and any model: recognition, planning fidelity, grounding, leakage."""
