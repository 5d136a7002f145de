from pathlib import Path

import pytest
from PIL import Image

from tactful.errors import RecordError
from tactful.formats import read_units
from tactful.formats.uiautomator import units_from_uiautomator


def node(text: str = "", bounds: str = "[0,0][100,40]", inside: str = "", **attributes: str) -> str:
    given = {"text": text, "class": "android.widget.TextView", "bounds": bounds, **attributes}
    words = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f"<node {words}>{inside}</node>"


def dump(*nodes: str, head: str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>") -> str:
    whole = node(bounds="[0,0][1080,2400]", inside="".join(nodes), **{"class": "android.widget.FrameLayout"})
    return f'{head}<hierarchy rotation="0">{whole}</hierarchy>'


def texts(*nodes: str) -> list[str]:
    return [unit.text for unit in units_from_uiautomator(dump(*nodes))[0]]


def test_units_hold_text_place_role_and_hint() -> None:
    field = node(
        "sam@sample.test", "[48,210][1032,330]",
        **{"class": "android.widget.EditText", "resource-id": "com.app:id/email", "content-desc": "E-mail"},
    )  # fmt: skip
    units, width, height = units_from_uiautomator(dump(field))
    (unit,) = units
    assert (width, height) == (1080, 2400)
    assert (unit.text, unit.box.tuple()) == ("sam@sample.test", (48, 210, 1032, 330))
    assert (unit.role, unit.hint, unit.source) == ("EditText", "email E-mail", "uiautomator")


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ([node(content_desc="Call Sam")], ["Call Sam"]),
        ([node(hint="Search contacts")], ["Search contacts"]),
        ([node()], []),
        ([node("  ")], []),
        ([node("A", **{"visible-to-user": "false"}), node("B", **{"visible-to-user": "true"})], ["B"]),
        ([node("A", displayed="false")], []),
        ([node("A", "[5,5][5,30]")], []),
        ([node("A", "[10,30][20,5]")], []),
        ([node("A", "[0,2500][100,2600]")], ["A"]),
        ([node("日本語 &amp; 한국어")], ["日本語 & 한국어"]),
        ([node("one"), node("one", "[0,50][100,90]")], ["one", "one"]),
    ],
    ids=[
        "description", "placeholder", "nothing", "blank", "invisible", "not displayed", "no area",
        "collapsed", "the hull is the screen", "scripts", "equal texts beside each other",
    ],
)  # fmt: skip
def test_which_nodes_become_units(nodes: list[str], expected: list[str]) -> None:
    assert texts(*nodes) == expected


def test_password_fields_say_so() -> None:
    pin = node(
        "1234", **{"password": "true", "resource-id": "com.app:id/field", "class": "android.widget.EditText"}
    )
    (unit,) = units_from_uiautomator(dump(pin))[0]
    assert (unit.text, unit.hint) == ("1234", "field password")


def row(description: str, *children: str) -> str:
    return node(bounds="[0,0][1080,200]", inside="".join(children), content_desc=description)


SAM, HELLO = node("Sam", "[10,10][90,40]"), node("Hello there", "[10,50][300,80]")


@pytest.mark.parametrize(
    ("description", "left"),
    [
        ("Sam, Hello there", []),
        ("Sam; hello THERE", []),
        ("Unread, Sam, Hello there", ["Unread"]),
        ("Balance 120&#10;Sam", ["Balance 120"]),
        ("Paid 1,200 to Ann", ["Paid 1,200 to Ann"]),
        ("❤", ["❤"]),
    ],
)
def test_a_containers_description_gives_what_its_children_do_not_show(
    description: str, left: list[str]
) -> None:
    assert texts(row(description, SAM, HELLO)) == [*left, "Sam", "Hello there"]


def test_an_invisible_child_covers_nothing() -> None:
    assert texts(row("Sam", node("Sam", **{"visible-to-user": "false"}))) == ["Sam"]


def test_a_text_nested_in_itself_is_given_once_in_the_inner_box_with_both_hints() -> None:
    inner = node("Sam", "[10,10][90,40]")
    outer = node(
        "Sam", "[0,0][200,60]", inner, **{"resource-id": "com.app:id/name", "class": "android.widget.Button"}
    )
    (unit,) = units_from_uiautomator(dump(outer))[0]
    assert (unit.box.tuple(), unit.role, unit.hint) == ((10, 10, 90, 40), "Button", "name")


def test_tags_named_by_class() -> None:
    xml = '<hierarchy><android.widget.TextView text="Sam" bounds="[0,0][50,20]"/></hierarchy>'
    (unit,) = units_from_uiautomator(xml)[0]
    assert unit.role == "TextView"


def test_the_tools_own_line_after_the_document() -> None:
    assert units_from_uiautomator(dump(SAM) + "UI hierchary dumped to: /dev/tty\n")[0][0].text == "Sam"


def test_boxes_are_clipped_to_a_known_size() -> None:
    units, width, height = units_from_uiautomator(
        dump(node("A", "[90,10][200,40]"), node("B", "[150,0][200,9]")), (120, 60)
    )
    assert (width, height) == (120, 60)
    assert [(unit.text, unit.box.tuple()) for unit in units] == [("A", (90, 10, 120, 40))]


BOMB = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        (dump(node("&b;"), head=BOMB), "document type"),
        (dump(node("A"), head='<!DOCTYPE x SYSTEM "file:///etc/passwd">'), "document type"),
        (dump(node("A"), head=BOMB).encode("utf-16"), "document type"),
        ("<hierarchy><node text='Ada'", "not well-formed"),
        ("<html><body>Ada</body></html>", "not <hierarchy>"),
        ("<hierarchy rotation='0'></hierarchy>", "no node with bounds"),
        ("<hierarchy><node text='Ada' bounds='12'/></hierarchy>", "bounds"),
        ("<hierarchy><node text='Ada' bounds='[-9,-9][-1,-1]'/></hierarchy>", "outside"),
        ("<?xml version='1.0' encoding='none-such'?><hierarchy/>", "encoding"),
    ],
)
def test_refused_documents(tmp_path: Path, xml: str | bytes, reason: str) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(xml if isinstance(xml, bytes) else xml.encode())
    with pytest.raises(RecordError) as caught:
        read_units(path)
    assert reason in str(caught.value)
    assert "a.xml" in str(caught.value)
    assert "Ada" not in str(caught.value)


def test_deep_trees() -> None:
    depth = 3000
    xml = (
        "<hierarchy>"
        + '<node text="" bounds="[0,0][9,9]">' * depth
        + SAM
        + "</node>" * depth
        + "</hierarchy>"
    )
    assert [unit.text for unit in units_from_uiautomator(xml)[0]] == ["Sam"]


def test_a_dump_with_its_screenshot(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(dump(SAM), "utf-8")
    Image.new("L", (1080, 2280)).save(tmp_path / "a.png")
    screen = read_units(tmp_path / "a.xml").load()
    assert (screen.width, screen.height, screen.platform) == (1080, 2280, "android")
    assert screen.image is not None
