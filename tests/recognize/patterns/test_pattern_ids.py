"""Identity numbers, documents, accounts, machines and positions."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("身份证号 11010519491231002X", "11010519491231002X"),
        ("11010519491231002X", "11010519491231002X"),
        ("주민등록번호 971013-9019902", "971013-9019902"),
        ("マイナンバー 1234 5678 9018", "1234 5678 9018"),
        ("Numéro de sécurité sociale 2 95 10 99 126 111 93", "2 95 10 99 126 111 93"),
        ("ИНН 7707083893", "7707083893"),
        ("СНИЛС 112-233-445 95", "112-233-445 95"),
        ("SSN 536-90-4399", "536-90-4399"),
        ("536-90-4399", "536-90-4399"),
        ("CPF 390.533.447-05", "390.533.447-05"),
        ("RCCMNL83S18D969H", "RCCMNL83S18D969H"),
        ("***-**-4399", "***-**-4399"),
        ("A123456789", "A123456789"),
        ("Passport No: E12345678", "E12345678"),
        ("护照号：E12345678", "E12345678"),
        ("паспорт 4509 123456", "4509 123456"),
        ("车牌号 京A·12345", "京A·12345"),
        ("License plate 7ABC123", "7ABC123"),
        ("12가 3456", None),
        ("차량번호 12가 3456", "12가 3456"),
    ],
)
def test_id_number(values, line, value):
    found = {text for kind, text in values(line, only="patterns.ids") if kind == "id_number"}
    assert (found == set()) if value is None else (value in found)


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["User ID: 80231177"], ("account", "80231177")),
        (["会員番号", "1234-5678-9012"], ("account", "1234-5678-9012")),
        (["학번\t20231234"], ("account", "20231234")),
        (["Order #", "114-3941689-8772232"], ("order", "114-3941689-8772232")),
        (["Номер заказа 48213377"], ("order", "48213377")),
        (["Passport number", "C01X00T47"], ("id_number", "C01X00T47")),
        (["Carte Avantage n° 2900 1111 0000 4471"], ("account", "2900 1111 0000 4471")),
        (["会员卡 2900 1111 0000"], ("account", "2900 1111 0000")),
    ],
)
def test_labelled_number(values, lines, value):
    assert value in values(*lines, only="patterns.ids")


@pytest.mark.parametrize(
    "lines",
    [
        ["123456789012"],
        ["536-90-43999"],
        ["Passport photos from 9.99"],
        ["Order by date"],
        ["Order", "Today"],
        ["Member since 2019"],
        ["Version 12.34.5678"],
        ["1234567890"],
        ["User ID", "Password"],
    ],
)
def test_no_id_number(values, lines):
    assert values(*lines, only="patterns.ids") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("BTC wallet 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        ("National insurance AB 12 34 56 C", "AB 12 34 56 C"),
        ("NRIC S1234567D", "S1234567D"),
        ("Aadhaar 2341 2341 2346", "2341 2341 2346"),
        ("PESEL 44051401359", "44051401359"),
    ],
)
def test_presidio(values, line, value):
    assert value in {text for _, text in values(line, only="presidio")}


@pytest.mark.parametrize(
    "line",
    [
        "Order 114-3941689-8772232",
        "Build 20230105.001",
        "1080x2400 60 Hz",
        "Buy 2 get 1 free 2024",
        "ID 123456789",
    ],
)
def test_no_presidio(values, line):
    assert values(line, only="presidio") == set()


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["192.168.1.23"], ("ip", "192.168.1.23")),
        (["IP地址：203.0.113.77"], ("ip", "203.0.113.77")),
        (["IP address", "10.0.0.5"], ("ip", "10.0.0.5")),
        (["fe80::1c2d:3eff:fe4a:5b6c"], ("ip", "fe80::1c2d:3eff:fe4a:5b6c")),
        (["3C:22:FB:12:34:56"], ("mac", "3C:22:FB:12:34:56")),
        (["MAC 3c-22-fb-12-34-56"], ("mac", "3c-22-fb-12-34-56")),
        (["IMEI 490154203237518"], ("device", "490154203237518")),
        (["IMEI", "49-015420-323751-8"], ("device", "49-015420-323751-8")),
        (["Serial number\tR58M42ABCDE"], ("device", "R58M42ABCDE")),
        (["序列号：F2LXK0ABCDEF"], ("device", "F2LXK0ABCDEF")),
        (
            ["Advertising ID", "38400000-8cf0-11bd-b23e-10b96e40000d"],
            ("device", "38400000-8cf0-11bd-b23e-10b96e40000d"),
        ),
    ],
)
def test_network(values, lines, value):
    assert value in values(*lines, only="network")


@pytest.mark.parametrize(
    "lines",
    [
        ["Version 1.2.3.4"],
        ["v10.2.0.1"],
        ["127.0.0.1"],
        ["999.1.1.1"],
        ["12:34:56"],
        ["1::"],
        ["Serial number"],
        ["490154203237518"],
        ["Section 1.2.3"],
        ["IMEI information"],
    ],
)
def test_no_network(values, lines):
    assert values(*lines, only="network") == set()


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["31.2304, 121.4737"], "31.2304, 121.4737"),
        (["48.8584° N, 2.2945° E"], "48.8584° N, 2.2945° E"),
        (["40°26'46\"N 79°58'56\"W"], "40°26'46\"N 79°58'56\"W"),
        (["geo:37.786971,-122.399677"], "geo:37.786971,-122.399677"),
        (["Latitude", "55.75222"], "55.75222"),
        (["широта: 55.75222"], "55.75222"),
        (["849VCWC8+R9"], "849VCWC8+R9"),
        (["北緯35度40分 東経139度45分"], "北緯35度40分 東経139度45分"),
    ],
)
def test_coordinates(values, lines, value):
    assert ("coordinates", value) in values(*lines, only="coordinates")


@pytest.mark.parametrize(
    "line", ["3.1415, 2.7", "12.50, 13.50", "95.1234, 200.1234", "25°C", "1.234.567", "C++ 17"]
)
def test_no_coordinates(values, line):
    assert values(line, only="coordinates") == set()
