"""Keys, passwords, one-time codes and web addresses. Every key here is made up."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["sk-" + "proj-Ab3dEf6hIj9kLm2nOp5q"], "sk-" + "proj-Ab3dEf6hIj9kLm2nOp5q"),
        (["export T=" + "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2"], "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2"),
        (["AKIA" + "QWERTYUIOPASDF12"], "AKIA" + "QWERTYUIOPASDF12"),
        (
            ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"],
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
        ),
        (["-----BEGIN RSA " + "PRIVATE KEY-----"], "-----BEGIN RSA " + "PRIVATE KEY-----"),
        (["Authorization: Bearer abcDEF123456ghiJKL789"], "abcDEF123456ghiJKL789"),
        (["postgres://app:hunter22@db.example.com/x"], "hunter22"),
        (['password = "tr0ub4dor"'], "tr0ub4dor"),
        (["API key", "q8Zr-2vKp9sLw0XyT4"], "q8Zr-2vKp9sLw0XyT4"),
        (["密码：Abc12345"], "Abc12345"),
        (["Password", "S3cret!pass"], "S3cret!pass"),
        (["비밀번호\tqwer1234!"], "qwer1234!"),
        (["Wi-Fi password: blue-Horse7"], "blue-Horse7"),
        (["Backup code", "X7K2-99PL-Q4TZ"], "X7K2-99PL-Q4TZ"),
        (["пароль: Zima2024"], "Zima2024"),
    ],
)
def test_secret(values, lines, value):
    assert ("secret", value) in values(*lines, only="secrets")


@pytest.mark.parametrize(
    "lines",
    [
        ["Password"],
        ["Password", "••••••••"],
        ["Password", "Forgot password?"],
        ["Password", "Sign in"],
        ["Password must have 8 characters"],
        ["Change password"],
        ["Token usage", "Settings"],
        ["API keys", "Create new secret key"],
        ["Secret Santa 2024"],
        ["password: ********"],
        ["密码", "登录"],
        ["token = $TOKEN"],
        ["sk-learn tutorial"],
    ],
)
def test_no_secret(values, lines):
    assert values(*lines, only="secrets") == set()


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["Your verification code is 482913"], "482913"),
        (["Your code is", "122850"], "122850"),
        (["G-482913 is your Google verification code."], "G-482913"),
        (["【示例】验证码482913，5分钟内有效"], "482913"),
        (["认证コード", "確認コード：482913"], "482913"),
        (["인증번호 [482913]를 입력하세요"], "482913"),
        (["Votre code de vérification est 482 913"], "482 913"),
        (["Код подтверждения: 4829"], "4829"),
        (["Security code", "4829"], "4829"),
        (["Your verification code", "482913\tCopy"], "482913"),
        (["Messenger code 482-913"], "482-913"),
        (["Authenticator", "Example", "482 913"], "482 913"),
        (["Connectez-vous avec le code de vérification 771-204 avant"], "771-204"),
        (["您有快递到站，取件码 5-2-8016"], "5-2-8016"),
        (["Enter the code sent to you", "4 8 2 9 1 3"], "4 8 2 9 1 3"),
    ],
)
def test_otp(values, lines, value):
    assert ("otp", value) in values(*lines, only="otp")


@pytest.mark.parametrize(
    "lines",
    [
        ["482913"],
        ["Promo code 4829"],
        ["Zip code", "94043"],
        ["Enter the code sent to (650) 253-0000"],
        ["Verification code"],
        ["1024 x 768"],
        ["邮政编码", "100000"],
        ["Total", "4829"],
        ["Error code 5021"],
        ["验证码 2026-03-04 前有效"],
        ["【云栈】验证码已发送", "95000\t10:20", "您的账单已出"],
    ],
)
def test_no_otp(values, lines):
    assert values(*lines, only="otp") == set()


@pytest.mark.parametrize(
    ("line", "risk"),
    [
        ("https://example.com/reset?token=ab12cd34", "high"),
        ("https://example.com/?email=ann%40example.com", "high"),
        ("https://example.com/users/48213", "high"),
        ("docs.google.com/document/d/1SxaVLphFkdlDbR8IDUq", "high"),
        ("https://meet.google.com/abc-defg-hij", "high"),
        ("https://example.com/find?q=knee+pain", "medium"),
        ("http://wiki.corp/page", "medium"),
    ],
)
def test_url(findings, line, risk):
    found = findings(line, only="urls")
    assert [(f.type, f.risk.value, f.start, f.end) for f in found] == [("url", risk, 0, len(line))]


@pytest.mark.parametrize(
    "line",
    [
        "example.com",
        "www.example.com",
        "https://example.com/",
        "https://news.example.com/a-story-of-rain",
        "https://hr.example.com/employees",
        "https://hr.example.com/employees/list",
        "https://example.com/account/settings",
        "e.g. this",
        "setup.py",
        "3.5.1",
    ],
)
def test_no_url(values, line):
    assert values(line, only="urls") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("Leave it in 6A, buzzer code 4417", "4417"),
        ("Parking code 4471#", "4471#"),
        ("подъезд 2, домофон 63К8841, этаж 5", "63К8841"),
        ("Code is 80C3. See you", "80C3"),
        ("Staging login is demo / Quince-Harbor-7", "Quince-Harbor-7"),
        ("New wifi key: plum-otter-Kite92", "plum-otter-Kite92"),
        ("Security word: gooseberry", "gooseberry"),
    ],
)
def test_a_code_or_password_that_a_line_tells(values, line, value):
    assert ("secret", value) in values(line, only="secrets")


@pytest.mark.parametrize(
    "line", ["Promo code SAVE20", "Pin to top", "code of 2024", "Log in to Covid-19 news", "Keypad"]
)
def test_no_code_is_told(values, line):
    assert values(line, only="secrets") == set()


def test_a_code_before_its_word(values):
    assert ("otp", "718204") in values("718204 is your Lumen Pay code. Do not share it.", only="otp")
