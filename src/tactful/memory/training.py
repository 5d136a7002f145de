"""Training the classifier on labelled profiles, and what it scores where it was not trained.

The threshold is chosen inside the training data: contexts are split into folds, every pair is judged by a
model that did not see its context, and the threshold with the best completeness minus violation wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.memory.classifier import BITS, ClassifierGate, features, probabilities
from tactful.memory.norm_file import load_norms
from tactful.memory.norms import Norms
from tactful.runs import generator, require
from tactful.terms import COMBINED, Context, Need, Profile

_THRESHOLDS = np.round(np.arange(0.05, 0.96, 0.05), 2)
_FOLDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Labelled pairs as rows: features, `Need` codes, and which profile, attribute and context each is of.

    ``context`` numbers ``contexts``, (recipient, task) each: two profiles' contexts of one text are one.
    """

    features: tuple[NDArray[np.int64], ...] = field(repr=False)
    need: NDArray[np.int32]
    profile: NDArray[np.int32]
    attribute: NDArray[np.int32]
    context: NDArray[np.int32]
    contexts: tuple[tuple[str, str], ...]

    def take(self, rows: NDArray[np.bool_]) -> Pairs:
        """The rows of a mask."""
        kept = tuple(self.features[i] for i in np.flatnonzero(rows))
        need, profile, attribute, context = self.need, self.profile, self.attribute, self.context
        return Pairs(kept, need[rows], profile[rows], attribute[rows], context[rows], self.contexts)


def pairs_of(profiles: Sequence[Profile], labels: str = COMBINED, norms: Norms | None = None) -> Pairs:
    """All labelled pairs of the profiles; ``InputError`` where no context carries these labels."""
    table = load_norms() if norms is None else norms
    if any(profile.norm_table for profile in profiles):
        raise InputError(
            "the labels come from a norm table: a gate trained on them would only learn that table",
            expected="profiles labelled by people or by a model",
        )
    kept: list[NDArray[np.int64]] = []
    rows: list[tuple[int, int, int, int]] = []
    numbers: dict[tuple[str, str], int] = {}
    for p, profile in enumerate(profiles):
        statements = [attribute.statement for attribute in profile.attributes]
        for context in profile.contexts:
            shares = context.labels.get(labels)
            if not shares:
                continue
            number = numbers.setdefault(context_key(context), len(numbers))
            hashed = features(statements, task=context.task, recipient=context.recipient, norms=table)
            for a, statement in enumerate(statements):
                if statement in shares:
                    kept.append(hashed[a])
                    rows.append((int(shares[statement].need()), p, a, number))
    if not rows:
        raise InputError(f"no context carries the labels '{labels}'", expected="labelled profiles")
    need, profile_, attribute, context_ = np.array(rows, np.int32).T
    return Pairs(tuple(kept), need, profile_, attribute, context_, tuple(numbers))


def context_key(context: Context) -> tuple[str, str]:
    """What makes two contexts one: recipient and task, whatever the capitals."""
    return context.recipient.casefold(), context.task.casefold()


def train(pairs: Pairs, norms: Norms | None = None, seed: int = 0) -> ClassifierGate:
    """A classifier with its threshold; deterministic by ``seed``.

    ``InputError`` where the labels have no necessary or no private pair, or fewer than three contexts.
    ``MissingExtraError`` without scikit-learn (the extra ``train``).
    """
    if not {Need.NECESSARY, Need.PRIVATE} <= set(pairs.need.tolist()):
        raise InputError("training needs both necessary and private pairs")
    contexts = np.unique(pairs.context)
    if len(contexts) < _FOLDS:
        raise InputError("too few contexts to train on", expected=f"at least {_FOLDS}")
    chances = np.zeros(len(pairs.need))
    for held in folds(pairs.context, _FOLDS, seed):
        weights, bias = _fit(pairs.take(~held))
        chances[held] = probabilities(weights, bias, pairs.take(held).features)[:, Need.NECESSARY]
    threshold = max(_THRESHOLDS, key=lambda t: _balance(pairs, chances >= t))
    weights, bias = _fit(pairs)
    return ClassifierGate(weights, bias, float(threshold), load_norms() if norms is None else norms)


def folds(groups: NDArray[np.int32], count: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    """Masks of the held-out rows of each fold; a group is never split."""
    names = np.unique(groups).tolist()
    generator(seed, "folds", count).shuffle(names)
    for fold in range(count):
        yield np.isin(groups, names[fold::count])


def held_out(
    pairs: Pairs, *, by: Literal["context", "profile"] = "context", count: int = 5, seed: int = 0
) -> Iterator[tuple[NDArray[np.bool_], ClassifierGate]]:
    """For each fold the mask of the rows held out, and a classifier that saw nothing of their groups.

    ``by`` "context": no context is in both training and test, ``count`` folds; "profile": leave one profile
    out. The threshold is chosen within each training part alone.
    """
    groups = pairs.context if by == "context" else pairs.profile
    names = len(np.unique(groups))
    if names < 2:
        raise InputError(f"nothing to hold out: one {by} alone", expected=f"several {by}s")
    for held in folds(groups, min(count, names) if by == "context" else names, seed):
        yield held, train(pairs.take(~held), seed=seed)


def cross_validate(
    pairs: Pairs, *, by: Literal["context", "profile"] = "context", count: int = 5, seed: int = 0
) -> NDArray[np.bool_]:
    """Which rows pass a classifier that was trained without their group: (rows,). See `held_out`."""
    passed = np.zeros(len(pairs.need), bool)
    for held, gate in held_out(pairs, by=by, count=count, seed=seed):
        chances = probabilities(gate.weights, gate.bias, pairs.take(held).features)
        passed[held] = chances[:, Need.NECESSARY] >= gate.threshold
    return passed


def passed_scores(pairs: Pairs, passed: NDArray[np.bool_]) -> tuple[float, float]:
    """(violation, completeness) of a message that states all that passes (Definitions 3.1 and 3.2).

    nan where nothing is private, or nothing necessary.
    """
    width = int(pairs.attribute.max()) + 1
    private = pairs.need == Need.PRIVATE
    who = pairs.profile.astype(np.int64) * width + pairs.attribute
    leaked = np.isin(np.unique(who[private]), who[private & passed])
    necessary = pairs.need == Need.NECESSARY
    where = pairs.profile.astype(np.int64) * (int(pairs.context.max()) + 1) + pairs.context
    shares = [passed[necessary & (where == w)].mean() for w in np.unique(where[necessary])]
    return (
        float(leaked.mean()) if leaked.size else float("nan"),
        float(np.mean(shares)) if shares else float("nan"),
    )


def _balance(pairs: Pairs, passed: NDArray[np.bool_]) -> float:
    violation, completeness = passed_scores(pairs, passed)
    return completeness - violation


def _fit(pairs: Pairs) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights and bias for every `Need`, zero (and never likely) for one that the rows lack."""
    linear = require("sklearn.linear_model", extra="train", purpose="training the gate")
    # scikit-learn brings scipy.
    sparse = require("scipy.sparse", extra="train", purpose="training the gate")
    model: Any = linear.LogisticRegression(C=20.0, max_iter=300, tol=1e-3)
    # Only features that occur: the others' weights are zero, and fitting them costs most of the time.
    used = np.unique(np.concatenate(pairs.features))
    model.fit(_matrix(pairs.features, used, sparse), pairs.need)
    weights = np.zeros((len(Need), 1 << BITS), np.float32)
    bias = np.full(len(Need), -1e4, np.float32)
    coefficients, intercept = model.coef_, model.intercept_
    if len(model.classes_) == 2:  # one row of weights for two classes
        coefficients, intercept = (
            np.vstack([-coefficients / 2, coefficients / 2]),
            np.r_[-intercept / 2, intercept / 2],
        )
    weights[np.ix_(model.classes_, used)] = coefficients
    bias[model.classes_] = intercept
    return weights, bias


def _matrix(rows: Sequence[NDArray[np.int64]], used: NDArray[np.int64], sparse: Any) -> Any:
    lengths = np.array([len(index) for index in rows])
    values = np.repeat(1 / np.sqrt(np.maximum(lengths, 1)), lengths)
    starts = np.r_[0, np.cumsum(lengths)]
    columns = np.searchsorted(used, np.concatenate(rows))
    return sparse.csr_matrix((values, columns, starts), shape=(len(rows), len(used)))
