"""Files of labelled regions: what ``tactful recognize --json`` prints, folders of annotations, receipts.

Predictions::

    {"images": [{"file": "a.png", "width": 1080, "height": 2400, "regions": [
        {"text": "Sam", "box": [10, 20, 90, 60], "risk": "high", "category": "identity", "type": "person",
         "necessary": false, "confidence": 0.9, "source": "names", "reason": "...", "inner": false}]}]}

An image that could not be recognized has ``"error"`` instead of regions: it is unscored, never clean. An
annotation file describes one screen: ``id``, ``platform``, ``lang``, ``width``, ``height``, ``task``,
``image``, and ``regions`` with text, box, risk, category, necessary, and ``alt_risk`` where the annotator was
unsure and would have accepted another level. A receipt says what was done to a screen, without values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePosixPath
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats.images import natural_key
from tactful.formats.records import plain, read_json
from tactful.formats.schema import Record, RegionRecord, RiskWord, String
from tactful.formats.units import SUFFIX, units_stem
from tactful.runs import inside
from tactful.terms import Box, Category, Problem, Receipt, Region, Risk, Treatment

_PREDICTIONS = 'the output of recognize --json: {"images": [{"file", "width", "height", "regions"}]}'
_ANNOTATION = "an annotated screen: image or id, width, height and regions"


@dataclass(frozen=True, slots=True)
class ImageRegions:
    """What was recognized on one image; ``regions`` is None where it failed, and ``error`` says why."""

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


class _ImageRecord(Record):
    """An image of a predictions file. Its regions are read apart: a malformed one fails this image alone."""

    file: String
    width: int = 0
    height: int = 0
    error: Any = None


class _RegionsRecord(Record):
    regions: list[RegionRecord]


class _AnnotatedRegion(RegionRecord):
    alt_risk: RiskWord | None = None


class _AnnotationRecord(Record):
    regions: list[_AnnotatedRegion]
    width: int
    height: int
    id: String | None = None
    image: String = ""
    platform: String = ""
    lang: String = ""
    task: String = ""


def regions_document(images: Iterable[ImageRegions]) -> dict[str, Any]:
    """The JSON document of recognized images, as `read_predictions` takes it."""
    return {"images": [_image_record(image) for image in images]}


def _image_record(image: ImageRegions) -> dict[str, Any]:
    record: dict[str, Any] = {"file": image.file, "width": image.width, "height": image.height}
    if image.regions is None:
        return {**record, "error": image.error or "not recognised"}
    return {**record, "regions": plain(image.regions)}


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


def _image(value: Any) -> ImageRegions:
    image = _ImageRecord.read(value)
    if isinstance(image.error, str) and "regions" not in value:
        return ImageRegions(image.file, image.width, image.height, None, image.error)
    try:
        regions = tuple(record.region() for record in _RegionsRecord.read(value).regions)
    except ValueError as err:
        return ImageRegions(image.file, image.width, image.height, None, str(err))
    return ImageRegions(image.file, image.width, image.height, regions)


def read_annotations(folder: Path | str) -> tuple[tuple[Annotation, ...], tuple[Problem, ...]]:
    """The annotated screens of a folder of ``*.json`` in natural order, and the files that are malformed.

    Units files (``*.units.json``) and hidden files beside them are no annotations. Raises ``InputError``
    where the folder cannot be listed, ``RecordError`` where it holds no usable annotation.
    """
    folder = Path(folder)
    try:
        files = [entry for entry in folder.iterdir() if _is_annotation_name(entry.name)]
    except OSError as err:
        reason = f"cannot be listed ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a folder of annotations") from None
    annotations: list[Annotation] = []
    problems: list[Problem] = []
    for path in sorted(files, key=lambda entry: natural_key(entry.name)):
        try:
            annotations.append(read_annotation(inside(folder, path.name, file=path)))
        except RecordError as err:
            problems.append(Problem(path, None, err.problem))
    if not annotations:
        raise RecordError("no usable annotation", file=folder, expected="*.json, each " + _ANNOTATION)
    return tuple(annotations), tuple(problems)


def _is_annotation_name(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(".json") and not lower.endswith(SUFFIX) and not name.startswith(".")


def read_annotation(path: Path | str) -> Annotation:
    """One annotated screen; ``RecordError`` naming the region and field for anything malformed."""
    path = Path(path)
    try:
        record = _AnnotationRecord.read(read_json(path, _ANNOTATION))
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_ANNOTATION) from None
    return Annotation(
        path.stem if record.id is None else record.id,
        record.image,
        record.width,
        record.height,
        tuple(region.region() for region in record.regions),
        tuple(region.alt_risk for region in record.regions),
        record.platform,
        record.lang,
        record.task,
    )


def join_predictions(
    annotations: Sequence[Annotation], predictions: Sequence[ImageRegions]
) -> tuple[tuple[tuple[Annotation, ImageRegions | None], ...], tuple[ImageRegions, ...]]:
    """Every annotation with its prediction or None, and the predictions that no annotation is for.

    A prediction is for an annotation when its file ends in the annotated image's path, or has the image's
    bare name, or its stem is the annotation's id ("gmail_01.units.json" is for "gmail_01"). A prediction of
    another image size is passed on as failed: its boxes are in other pixels. Raises ``RecordError`` where two
    predictions are for one annotation, or one for two.
    """
    taken: dict[int, ImageRegions] = {}
    extra: list[ImageRegions] = []
    for prediction in predictions:
        matches = _best_matches(prediction.file, annotations)
        if len(matches) > 1:
            raise RecordError(f"the prediction for '{prediction.file}' fits {len(matches)} annotations")
        if matches and matches[0] in taken:
            raise RecordError(f"two predictions are for '{annotations[matches[0]].id}'")
        if matches:
            taken[matches[0]] = _of_same_size(annotations[matches[0]], prediction)
        else:
            extra.append(prediction)
    return tuple((annotation, taken.get(at)) for at, annotation in enumerate(annotations)), tuple(extra)


def _best_matches(file: str, annotations: Sequence[Annotation]) -> list[int]:
    """The annotations that a file is for, by the strictest of the rules that any annotation meets."""
    path = PurePosixPath(file.replace("\\", "/"))
    stem = units_stem(path.name)
    images = [PurePosixPath(a.image.replace("\\", "/")) for a in annotations]
    rules = (
        [image.name != "" and path.parts[-len(image.parts) :] == image.parts for image in images],
        [image.name != "" and path.name == image.name for image in images],
        [stem == annotation.id for annotation in annotations],
        [image.name != "" and stem == image.stem for image in images],
    )
    return next(([at for at, match in enumerate(rule) if match] for rule in rules if any(rule)), [])


def _of_same_size(annotation: Annotation, prediction: ImageRegions) -> ImageRegions:
    size = (prediction.width, prediction.height)
    if prediction.regions is None or size in ((annotation.width, annotation.height), (0, 0)):
        return prediction
    reason = f"the image is {size[0]}x{size[1]}, annotated at {annotation.width}x{annotation.height}"
    return ImageRegions(prediction.file, *size, None, reason)


def receipt_to_json(receipt: Receipt) -> dict[str, Any]:
    """``policy``, ``covered``, ``risky`` and ``treatments``, one a region in their order."""
    return {name: plain(getattr(receipt, name)) for name in ("policy", "covered", "risky", "treatments")}


def receipt_from_json(record: Mapping[str, Any], name: str) -> Receipt:
    """The receipt of a screen called ``name``; ``KeyError``, ``ValueError``, ``TypeError`` if it is none."""
    names = [f.name for f in fields(Treatment)]
    treatments = tuple(
        Treatment(**{name: t[name] for name in names} | {"box": Box(*t["box"])} | _labels(t))
        for t in record["treatments"]
    )
    return Receipt(name, record["policy"], treatments, record["covered"], record["risky"])


def regions_from_json(record: Mapping[str, Any]) -> tuple[Region, ...]:
    """The regions that were treated, without their texts: ``boxes`` beside the treatments."""
    names = ("type", "necessary", "confidence", "source")
    return tuple(
        Region(text="", box=Box(*box), **{name: t[name] for name in names} | _labels(t))
        for box, t in zip(record["boxes"], record["treatments"], strict=True)
    )


def _labels(treatment: Mapping[str, Any]) -> dict[str, Any]:
    category = treatment["category"]
    return {
        "risk": Risk(treatment["risk"]),
        "category": None if category is None else Category(category),
    }
