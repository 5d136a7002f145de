from collections.abc import Iterator

import pytest

from tactful.world.browser.driver import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started
