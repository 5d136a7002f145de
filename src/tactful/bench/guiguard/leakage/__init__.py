"""Leakage after protection (GUIGuard-Bench, J.5, Table 8): what an evaluator still gets out of a screen.

The evaluator is a model with eyes or a probe of `tactful.bench.attacks`.
"""
