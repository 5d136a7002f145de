from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tactful.recognize.reading.cache import Recent, content_key

images = arrays.arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 4), st.just(3)))


@given(images, images)
def test_keys_are_equal_exactly_for_equal_content(a: np.ndarray, b: np.ndarray) -> None:
    same = a.shape == b.shape and bool((a == b).all())
    assert (content_key(a) == content_key(b)) is same


def test_labels_and_shapes_part_equal_bytes() -> None:
    flat, tall = np.zeros((2, 3, 3), np.uint8), np.zeros((3, 2, 3), np.uint8)
    assert content_key(flat) != content_key(tall)
    assert content_key(flat, "a") != content_key(flat, "b")


def test_a_view_has_the_key_of_its_copy() -> None:
    image = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)
    assert content_key(image[2:5, 1:4]) == content_key(image[2:5, 1:4].copy())


def test_the_least_recently_used_value_goes_first() -> None:
    memory: Recent[int] = Recent(2)
    memory.put(b"a", 1)
    memory.put(b"b", 2)
    assert memory.get(b"a") == 1
    memory.put(b"c", 3)
    assert (memory.get(b"a"), memory.get(b"b"), memory.get(b"c")) == (1, None, 3)


@given(st.lists(st.binary(max_size=2)), st.integers(0, 5))
def test_memory_stays_bounded(keys: list[bytes], size: int) -> None:
    memory: Recent[bytes] = Recent(size)
    for key in keys:
        memory.put(key, key)
        assert len(memory) <= size
    memory.clear()
    assert len(memory) == 0
