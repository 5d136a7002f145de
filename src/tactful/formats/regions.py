"""Files of labelled regions: what ``tactful recognize --json`` prints, and folders of annotations.

Predictions::

    {"images": [{"file": "a.png", "width": 1080, "height": 2400, "regions": [
        {"text": "Sam", "box": [10, 20, 90, 60], "risk": "high", "category": "identity", "type": "person",
         "necessary": false, "confidence": 0.9, "source": "names", "reason": "...", "inner": false}]}]}

An image that could not be recognised has ``"error"`` instead of regions: it is unscored, never clean. An
annotation file describes one screen: ``id``, ``platform``, ``lang``, ``width``, ``height``, ``task``,
``image``, and ``regions`` with text, box, risk, category, necessary, and ``alt_risk`` where the annotator was
unsure and would have accepted another level.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats._records import (
    field_of,
    kind,
    read_json,
    region_of,
    region_record,
    required,
    risk_of,
)
from tactful.formats.images import natural_key
from tactful.formats.units import SUFFIX, units_stem
from tactful.terms import Problem, Region, Risk

_PREDICTIONS = 'the output of recognize --json: {"images": [{"file", "width", "height", "regions"}]}'
_ANNOTATION = "an annotated screen: image or id, width, height and regions"


@dataclass(frozen=True, slots=True)
class ImageRegions:
    """What was recognised on one image; ``regions`` is None where it failed, and ``error`` says why."""

    file: str
    width: int
    height: int
    regions: tuple[Region, ...] | None = field(repr=False)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotated screen. ``alt_risks[i]`` is the other acceptable risk of ``regions[i]``, or None."""

    id: str
    image: str
    width: int
    height: int
    regions: tuple[Region, ...] = field(repr=False)
    alt_risks: tuple[Risk | None, ...] = ()
    platform: str = ""
    lang: str = ""
    task: str = field(default="", repr=False)


def regions_document(images: Iterable[ImageRegions]) -> dict[str, Any]:
    """The JSON document of recognised images, as `read_predictions` takes it."""
    return {"images": [_image_record(image) for image in images]}


def _image_record(image: ImageRegions) -> dict[str, Any]:
    record: dict[str, Any] = {"file": image.file, "width": image.width, "height": image.height}
    if image.regions is None:
        return {**record, "error": image.error or "not recognised"}
    return {**record, "regions": [region_record(region) for region in image.regions]}


def read_predictions(path: Path | str) -> tuple[ImageRegions, ...]:
    """The images of a predictions file; one with a malformed region counts as failed, with the reason.

    Raises ``RecordError`` where the file is not such a document, or an entry names no file.
    """
    path = Path(path)
    document = read_json(path, _PREDICTIONS)
    if not isinstance(document, dict) or not isinstance(document.get("images"), list):
        raise RecordError("no list of images", file=path, field="images", expected=_PREDICTIONS)
    images = []
    for position, record in enumerate(document["images"]):
        try:
            images.append(_image(record))
        except ValueError as err:
            raise RecordError(f"images[{position}]: {err}", file=path, expected=_PREDICTIONS) from None
    return tuple(images)


def _image(record: object) -> ImageRegions:
    if not isinstance(record, Mapping):
        raise ValueError(f"a {kind(record)} where an image was expected")
    file = required(record, "file", str)
    width, height = field_of(record, "width", int, 0), field_of(record, "height", int, 0)
    if isinstance(record.get("error"), str) and "regions" not in record:
        return ImageRegions(file, width, height, None, record["error"])
    try:
        regions = _each(required(record, "regions", list), region_of)
    except ValueError as err:
        return ImageRegions(file, width, height, None, str(err))
    return ImageRegions(file, width, height, regions)


def read_annotations(folder: Path | str) -> tuple[tuple[Annotation, ...], tuple[Problem, ...]]:
    """The annotated screens of a folder of ``*.json`` in natural order, and the files that are malformed.

    Units files (``*.units.json``) and hidden files beside them are no annotations. Raises ``InputError``
    where the folder cannot be listed, ``RecordError`` where it holds no usable annotation.
    """
    folder = Path(folder)
    try:
        names = [entry for entry in folder.iterdir() if _is_annotation_name(entry.name)]
    except OSError as err:
        reason = f"cannot be listed ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a folder of annotations") from None
    found: list[Annotation] = []
    problems: list[Problem] = []
    for path in sorted(names, key=lambda entry: natural_key(entry.name)):
        try:
            found.append(read_annotation(path))
        except RecordError as err:
            problems.append(Problem(path, None, err.problem))
    if not found:
        raise RecordError("no usable annotation", file=folder, expected="*.json, each " + _ANNOTATION)
    return tuple(found), tuple(problems)


def _is_annotation_name(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(".json") and not lower.endswith(SUFFIX) and not name.startswith(".")


def read_annotation(path: Path | str) -> Annotation:
    """One annotated screen; ``RecordError`` naming the region and field for anything malformed."""
    path = Path(path)
    record = read_json(path, _ANNOTATION)
    try:
        if not isinstance(record, dict):
            raise ValueError(f"a {kind(record)} where an object was expected")
        regions = required(record, "regions", list)
        return Annotation(
            id=field_of(record, "id", str, path.stem),
            image=field_of(record, "image", str, ""),
            width=required(record, "width", int),
            height=required(record, "height", int),
            regions=_each(regions, region_of),
            alt_risks=_each(regions, _alt_risk),
            platform=field_of(record, "platform", str, ""),
            lang=field_of(record, "lang", str, ""),
            task=field_of(record, "task", str, ""),
        )
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_ANNOTATION) from None


def _alt_risk(record: Mapping[str, Any]) -> Risk | None:
    return None if record.get("alt_risk") is None else risk_of(record["alt_risk"])


def _each(records: Sequence[Any], read: Any) -> tuple[Any, ...]:
    values = []
    for position, record in enumerate(records):
        try:
            values.append(read(record))
        except ValueError as err:
            raise ValueError(f"regions[{position}]: {err}") from None
    return tuple(values)


def join_predictions(
    annotations: Sequence[Annotation], predictions: Sequence[ImageRegions]
) -> tuple[tuple[tuple[Annotation, ImageRegions | None], ...], tuple[ImageRegions, ...]]:
    """Every annotation with its prediction or None, and the predictions that no annotation is for.

    A prediction is for an annotation when its file ends in the annotated image's path, or has the image's
    bare name, or its stem is the annotation's id ("gmail_01.units.json" is for "gmail_01"). A prediction of
    another image size is passed on as failed: its boxes are in other pixels. Raises ``RecordError`` where two
    predictions are for one annotation, or one for two.
    """
    taken: dict[int, int] = {}
    for at, prediction in enumerate(predictions):
        fits = _best_fits(prediction.file, annotations)
        if len(fits) > 1:
            raise RecordError(f"the prediction for '{prediction.file}' fits {len(fits)} annotations")
        if fits and fits[0] in taken:
            raise RecordError(f"two predictions are for '{annotations[fits[0]].id}'")
        if fits:
            taken[fits[0]] = at
    pairs = tuple(
        (annotation, _checked(annotation, predictions[taken[at]]) if at in taken else None)
        for at, annotation in enumerate(annotations)
    )
    used = set(taken.values())
    return pairs, tuple(p for at, p in enumerate(predictions) if at not in used)


def _best_fits(file: str, annotations: Sequence[Annotation]) -> list[int]:
    """The annotations that a file is for, by the strictest of the three rules that fits any."""
    path = PurePosixPath(file.replace("\\", "/"))
    images = [PurePosixPath(a.image.replace("\\", "/")) for a in annotations]
    whole = [
        at for at, image in enumerate(images) if image.name and path.parts[-len(image.parts) :] == image.parts
    ]
    named = [at for at, image in enumerate(images) if image.name and path.name == image.name]
    stem = units_stem(path.name)
    by_id = [at for at, annotation in enumerate(annotations) if stem == annotation.id]
    by_stem = [at for at, image in enumerate(images) if image.name and stem == image.stem]
    return whole or named or by_id or by_stem


def _checked(annotation: Annotation, prediction: ImageRegions) -> ImageRegions:
    size = (prediction.width, prediction.height)
    if prediction.regions is None or size in ((annotation.width, annotation.height), (0, 0)):
        return prediction
    reason = f"the image is {size[0]}x{size[1]}, annotated at {annotation.width}x{annotation.height}"
    return ImageRegions(prediction.file, *size, None, reason)
