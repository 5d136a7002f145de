"""The report shows everything that was found, takes values literally, and loads nothing from anywhere."""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tactful.bench.report import Failure, ReportPage, write_report
from tactful.bench.report.pages import environment
from tactful.bench.report.tally import pair_up
from tactful.errors import InputError
from tactful.terms import Box, Category, ProtectedScreen, Receipt, Region, Risk, Treatment

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>\"'&"
SIZE = (120, 200)
BOX = Box(10, 10, 60, 30)


def region(text: str = "Sam", box: Box = BOX, risk: Risk = Risk.HIGH, **more: object) -> Region:
    category = None if risk is Risk.NONE else Category.IDENTITY
    return Region(text, box, risk, category, **{"type": "person", "reason": "a name in a row", **more})  # type: ignore[arg-type]


def line(found: Region, operator: str = "black", shown: str = "", box: Box | None = None) -> Treatment:
    return Treatment(
        box or found.box, found.risk, found.category, found.type, found.necessary, found.confidence, "names",
        found.reason, operator, "everything", shown,
    )  # fmt: skip


def page(
    regions: Sequence[Region] = (),
    lines: Sequence[Treatment] | None = None,
    name: str = "a.png",
    caption: str = "",
) -> ReportPage:
    done = [line(found) for found in regions if found.private] if lines is None else lines
    covered = sum(item.operator != "keep" for item in done)
    receipt = Receipt(name, "all", tuple(done), covered, sum(found.private for found in regions))
    safe_screen = ProtectedScreen(name, Image.new("RGB", SIZE, "black"), receipt, tuple(regions))
    return ReportPage(name, Image.new("RGB", SIZE, "white"), safe_screen, caption)


class Parsed(HTMLParser):
    """Elements with their attributes, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def having(self, tag: str, class_: str = "") -> list[dict[str, str | None]]:
        return [a for t, a in self.tags if t == tag and class_ in (a.get("class") or "").split(" ")]


def report(tmp_path: Path, *pages: ReportPage, **options: object) -> Parsed:
    return Parsed(write_report(pages, tmp_path / "out", **options).read_text("utf-8"))  # type: ignore[arg-type]


def test_every_region_has_a_row_and_a_box_on_both_pictures(tmp_path: Path) -> None:
    found = [region(f"value {i}", Box(0, i * 10, 50, i * 10 + 8), risk) for i, risk in enumerate(Risk)]
    parsed = report(tmp_path, page(found))
    assert all(f"value {i}" in parsed.text for i in range(4))
    for risk in Risk:
        assert len(parsed.having("tr", risk.value)) == 1
        assert len([a for a in parsed.having("button", "box") if risk.value in str(a["class"]).split()]) == 2


def test_a_box_stands_where_its_region_is(tmp_path: Path) -> None:
    parsed = report(tmp_path, page([region(box=Box(12, 20, 60, 30))]))
    styles = {a["style"] for a in parsed.having("button", "box")}
    assert styles == {"left:10.000%;top:10.000%;width:40.000%;height:5.000%"}


def test_the_row_says_label_reason_and_what_was_done(tmp_path: Path) -> None:
    found = region("a@example.com", type="email", necessary=True, confidence=0.93, source="patterns")
    parsed = report(tmp_path, page([found], [line(found, "fixed", "EMAIL_2")]), settings={"policy": "all"})
    label = ("email", "Basic Identity", "needed for the task", "a name in a row", "93%", "patterns")
    for words in (*label, "fixed", "EMAIL_2", "everything", "policy"):
        assert words in parsed.text, words


@pytest.mark.parametrize(
    "place", ["text", "reason", "name", "caption", "title", "settings", "failure", "shown", "type"]
)
def test_values_are_taken_literally(tmp_path: Path, place: str) -> None:
    found = region(
        HOSTILE if place == "text" else "Sam", **{place: HOSTILE} if place in ("reason", "type") else {}
    )
    done = [line(found, shown=HOSTILE if place == "shown" else "")]
    one = page([found], done, **{place: HOSTILE} if place in ("name", "caption") else {})  # type: ignore[arg-type]
    parsed = report(
        tmp_path,
        one,
        title=HOSTILE if place == "title" else "t",
        settings={HOSTILE: HOSTILE} if place == "settings" else {},
        failures=[Failure(HOSTILE, HOSTILE)] if place == "failure" else [],
    )
    assert len(parsed.having("script")) == 1
    assert not [a for _, a in parsed.tags if any(key.startswith("on") for key in a)]
    assert {a["src"] for a in parsed.having("img")} == {"assets/0001-before.png", "assets/0001-after.png"}
    assert "document.title='owned'" in parsed.text


@given(st.text(max_size=40))
def test_no_text_opens_a_tag_or_leaves_an_attribute(text: str) -> None:
    template = environment().from_string('<p title="{{ text }}">{{ text|own }}</p>')
    parsed = Parsed(template.render(text=text))
    assert [tag for tag, _ in parsed.tags] == ["p", "bdi"]
    assert list(parsed.tags[0][1]) == ["title"]


def test_the_page_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    path = write_report([page([region()])], tmp_path)
    html = path.read_text("utf-8")
    assert not re.search(r"https?:|//[a-z]|@import|url\(", re.sub(r"(?m)^\s*//.*$", "", html))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy
    assert "default-src 'none'" in policy.group(1)
    assert "script-src 'sha256-" in policy.group(1)


def test_the_page_warns_that_it_holds_the_originals(tmp_path: Path) -> None:
    assert "holds the originals" in report(tmp_path, page()).text


def test_a_screen_without_regions_and_a_report_without_screens(tmp_path: Path) -> None:
    assert "Nothing was found on this screen" in report(tmp_path, page()).text
    assert "This report holds no screen" in report(tmp_path).text


def test_the_head_counts(tmp_path: Path) -> None:
    first = [
        region(),
        region("Noor", Box(0, 50, 9, 60), Risk.LOW),
        region("Inbox", Box(0, 80, 9, 90), Risk.NONE),
    ]
    lines = [line(first[0]), line(first[1], "keep")]
    parsed = report(tmp_path, page(first, lines), page(), seconds=3.0, failures=[Failure("b.png", "damaged")])
    risks = ("Private regions2", "1 high", "0 medium", "1 low", "1 none")
    done = ("Treated50%", "1 of 2 private regions", "black (1), keep (1)", "Failures1", "damaged")
    for words in ("Screens2", "3.0 s, 1.50 s each", *risks, *done):
        assert words in parsed.text, words


def test_the_pictures_are_those_that_were_given(tmp_path: Path) -> None:
    write_report([page()], tmp_path)
    for side, colour in (("before", (255, 255, 255)), ("after", (0, 0, 0))):
        with Image.open(tmp_path / "assets" / f"0001-{side}.png") as picture:
            assert picture.size == SIZE
            assert picture.convert("RGB").getpixel((5, 5)) == colour


def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = write_report([page()], tmp_path / "out")
    for file in (path, *path.parent.joinpath("assets").iterdir()):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_second_report_leaves_no_picture_of_the_first(tmp_path: Path) -> None:
    write_report([page(), page()], tmp_path)
    (tmp_path / "assets" / "mine.png").write_bytes(b"kept")
    write_report([page()], tmp_path)
    left = sorted(file.name for file in (tmp_path / "assets").iterdir())
    assert left == ["0001-after.png", "0001-before.png", "mine.png"]


def test_pictures_of_two_sizes_are_refused_and_leave_no_page(tmp_path: Path) -> None:
    wrong = ReportPage("a.png", Image.new("RGB", (5, 5)), page().protected)
    with pytest.raises(InputError, match="size"):
        write_report([wrong], tmp_path)
    assert not (tmp_path / "index.html").exists()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(InputError, match="cannot be written"):
        write_report([page()], tmp_path / "out")


def test_a_page_hides_its_picture_and_caption_in_repr() -> None:
    assert "secret plan" not in repr(page(caption="secret plan"))


def test_receipt_lines_go_to_the_regions_that_they_overlap_most() -> None:
    outer, inner = region("call 555", Box(0, 0, 90, 20)), region("555", Box(50, 0, 90, 20), inner=True)
    lines = [line(inner, "fixed", box=Box(49, 0, 91, 21)), line(outer, "black", box=Box(0, 0, 91, 21))]
    pairs = {found.text: done for found, done in pair_up(page([outer, inner], lines).protected)}
    assert pairs["call 555"] is lines[1]
    assert pairs["555"] is lines[0]


def test_a_region_without_a_receipt_line_is_shown_as_left(tmp_path: Path) -> None:
    assert "left as it is" in report(tmp_path, page([region()], [])).text


def test_rows_follow_the_lines_of_the_screen(tmp_path: Path) -> None:
    found = [
        region("third", Box(0, 60, 40, 70)),
        region("second", Box(60, 19, 100, 29)),
        region("first", Box(0, 20, 40, 30)),
    ]
    text = report(tmp_path, page(found)).text
    assert text.index("first") < text.index("second") < text.index("third")


def test_a_region_without_text_says_so(tmp_path: Path) -> None:
    assert "no text" in report(tmp_path, page([region("", type="face")])).text


def test_public_regions_are_not_counted_as_kept(tmp_path: Path) -> None:
    public = region("Inbox", risk=Risk.NONE)
    assert "nothing to do" in report(tmp_path, page([public], [line(public, "keep")])).text
