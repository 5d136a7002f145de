"""What the paper reports, for scale beside our own figures: other data, other labels, another judge.

Source: CIMemories (arXiv 2511.14937), Tables 1, 2 and 5 to 7. Percentages as printed there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Model -> (violation@5, completeness) over 10 profiles, labels by GPT-5, judge DeepSeek-R1.
TABLE_1: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "GPT-5": (25.08, 56.61),
        "o3": (38.51, 55.0),
        "GPT-4o": (14.82, 43.95),
        "Gemini 2.5 Flash": (46.35, 52.83),
        "Llama-3.3 70B Instruct": (44.43, 53.99),
        "Qwen-3 32B": (69.14, 57.63),
        "Claude-4 Sonnet": (44.44, 59.07),
        "Mistral-7B Instruct v0.3": (56.94, 46.56),
    }
)
# Name -> (mean, standard deviation); None where the paper gives one figure.
TABLE_2: Mapping[str, tuple[float, float | None]] = MappingProxyType(
    {
        "profiles": (10, None),
        "attributes": (146.7, 2.5),
        "contexts": (45.7, 2.9),
        "to_share": (6.7, 5.5),
        "not_to_share": (83.7, 31.5),
    }
)
# Label set -> (number of the paper's table, model -> (violation@n, completeness)).
PERSONAS: Mapping[str, tuple[int, Mapping[str, tuple[float, float]]]] = MappingProxyType(
    {
        "fundamentalist": (
            5,
            MappingProxyType(
                {
                    "GPT-5": (42.1, 52.8),
                    "o3": (57.7, 51.9),
                    "GPT-4o": (30.9, 40.7),
                    "Gemini 2.5 Flash": (64.3, 50.4),
                    "Llama-3.3 70B Instruct": (59.7, 51.2),
                    "Qwen-3 32B": (81.4, 55.4),
                    "Claude-4 Sonnet": (59.1, 56.9),
                    "Mistral-7B Instruct v0.3": (73.0, 43.4),
                }
            ),
        ),
        "pragmatic": (
            6,
            MappingProxyType(
                {
                    "GPT-5": (34.3, 48.3),
                    "o3": (50.6, 47.6),
                    "GPT-4o": (23.1, 35.9),
                    "Gemini 2.5 Flash": (57.0, 45.7),
                    "Llama-3.3 70B Instruct": (56.3, 46.2),
                    "Qwen-3 32B": (77.6, 50.9),
                    "Claude-4 Sonnet": (54.6, 52.6),
                    "Mistral-7B Instruct v0.3": (65.8, 39.5),
                }
            ),
        ),
        "unconcerned": (
            7,
            MappingProxyType(
                {
                    "GPT-5": (34.9, 44.6),
                    "o3": (45.5, 43.1),
                    "GPT-4o": (20.3, 31.4),
                    "Gemini 2.5 Flash": (56.9, 41.5),
                    "Llama-3.3 70B Instruct": (52.4, 42.0),
                    "Qwen-3 32B": (75.2, 47.2),
                    "Claude-4 Sonnet": (51.6, 48.7),
                    "Mistral-7B Instruct v0.3": (62.5, 36.3),
                }
            ),
        ),
    }
)
