"""What the paper reports, for scale beside our own figures: other data, other models, another judge.

Source: GUIGuard-Bench (arXiv 2601.18842v3); its figure 5.1 as numbers from the public material. Rates
in percent and scores from 0 to 4 as printed there. Figures 5.1b (radar) and 6.2 (score over masking ratio)
are printed without numbers, so there is nothing of them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SOURCE = "GUIGuard-Bench, arXiv 2601.18842v3"
DATA = "241 real trajectories, 4,080 screens, of which 121 and 2,002 are public"

# Figure -> model -> (Android, PC): eight models, text rule as published, IoU 0.6 (section 5.1).
RECOGNITION: Mapping[str, Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "detection": MappingProxyType(
            {
                "Gemini 3 Pro": (100.0, 80.4),
                "Claude Sonnet 4.5": (100.0, 80.4),
                "GPT-5.1": (100.0, 78.3),
                "Grok 4": (100.0, 76.1),
                "Qwen3-VL-235B": (100.0, 76.1),
                "Doubao 1.6": (94.0, 58.2),
                "GLM-4.5V": (60.0, 37.0),
                "DeepSeek-VL2": (58.0, 20.0),
            }
        ),
        "recall": MappingProxyType(
            {
                "Gemini 3 Pro": (69.0, 5.8),
                "Claude Sonnet 4.5": (76.6, 42.3),
                "GPT-5.1": (71.5, 17.7),
                "Grok 4": (62.2, 5.5),
                "Qwen3-VL-235B": (56.5, 7.4),
                "Doubao 1.6": (34.8, 4.8),
                "GLM-4.5V": (47.3, 24.2),
                "DeepSeek-VL2": (5.2, 0.5),
            }
        ),
        "strict": MappingProxyType(
            {
                "Gemini 3 Pro": (13.3, 0.8),
                "Claude Sonnet 4.5": (12.2, 1.4),
                "GPT-5.1": (11.4, 1.1),
                "Grok 4": (9.2, 0.1),
                "Qwen3-VL-235B": (10.6, 0.9),
                "Doubao 1.6": (10.1, 0.6),
                "GLM-4.5V": (3.3, 0.1),
                "DeepSeek-VL2": (0.3, 0.0),
            }
        ),
    }
)
# Figure -> (Android, PC): the means of section 5.1.
RECOGNITION_MEANS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"detection": (89.0, 63.3), "recall": (52.9, 13.5), "strict": (8.8, 0.6)}
)
# Category -> (recall, strict full match) of Qwen3.5 (section 6.1), both platforms.
CATEGORIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "identity": (11.1, 6.3),
        "contact_financial": (7.3, 3.6),
        "technical_device": (7.2, 3.7),
        "behavior_context": (5.2, 2.4),
        "sensitive_special": (5.1, 1.7),
        "inference_profiling": (2.4, 0.0),
    }
)
# Model -> black, mosaic, random blocks, text replace; Android, PC, all (Table 2, judge GPT-5).
TABLE_2: Mapping[str, tuple[float, float, float, float, float, float, float]] = MappingProxyType(
    {
        "UI-TARS-1.5-7B": (0.57, 0.62, 0.48, 0.53, 0.65, 0.43, 0.55),
        "Fara-7B": (1.17, 0.89, 1.23, 1.03, 1.21, 0.92, 1.08),
        "GUI-Owl-7B": (1.67, 1.95, 2.27, 1.23, 2.51, 0.85, 1.78),
        "Qwen3.5": (2.33, 2.29, 2.17, 2.21, 2.54, 1.87, 2.25),
        "GPT-5.3 (of the judge's family)": (2.76, 2.70, 2.88, 2.58, 2.76, 2.69, 2.73),
        "Gemini 3.1 Pro": (2.69, 2.75, 2.72, 2.52, 2.78, 2.55, 2.68),
        "Claude Sonnet 4.6": (2.63, 3.23, 3.03, 2.43, 2.98, 2.64, 2.83),
    }
)
# Black, mosaic, random blocks, text replace: the last row of Table 2.
TABLE_2_MEANS = (1.97, 2.06, 2.11, 1.79)
# Section G.1: a mean of 3 or more keeps the plan's meaning "to an acceptable degree".
ACCEPTABLE = 3.0
# Model -> without protection, black, text replace: 970 Android click screens (section 6.3).
GROUNDING: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "UI-TARS-1.5-7B": (83.04, 53.63, 55.36),
        "GUI-Owl-7B": (91.70, 64.36, 67.13),
        "Qwen3.5": (97.22, 74.31, 72.98),
        "Claude Sonnet 4.6": (96.54, 70.59, 72.66),
        "Gemini 3.1 Pro": (97.92, 77.51, 78.55),
    }
)
GROUNDING_SCREENS = 970
# Evaluator -> operator -> items protected, on the public part (Table 8).
TABLE_8: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "Claude Sonnet 4.5": MappingProxyType(
            {"black": 93.4, "mosaic": 94.0, "blocks": 88.2, "replace": 81.2}
        ),
        "Qwen3-VL-235B": MappingProxyType({"black": 98.1, "mosaic": 98.5, "blocks": 87.1, "replace": 87.4}),
    }
)
# (target level, realised coverage): Table 7.
TABLE_7: tuple[tuple[int, float], ...] = (
    (10, 10.61),
    (20, 19.84),
    (30, 30.22),
    (40, 44.42),
    (60, 61.32),
    (80, 73.56),
    (100, 100.0),
)
# Scores 0 to 4 on 587 screens (G.3): rows human, columns judge. The text's 89 ratings where the judge is one
# point lower and 85 where it is one higher say which is which.
HUMAN: tuple[tuple[int, ...], ...] = (
    (6, 0, 0, 0, 0),
    (12, 36, 12, 1, 0),
    (5, 52, 218, 53, 7),
    (1, 5, 21, 90, 20),
    (0, 0, 0, 4, 44),
)
HUMAN_RATINGS, HUMAN_EXACT, HUMAN_WITHIN_ONE = 587, 67.1, 96.7
HUMAN_JUDGE_LOWER, HUMAN_JUDGE_HIGHER = 89, 85
# Ten annotators on tasks 180 to 190 (D.3).
FLEISS_KAPPA = 0.68
