"""A binary heap over two flat arrays, for compiled code."""

from __future__ import annotations

import numpy as np

from rcr.compiled import inner


@inner
def push(keys: np.ndarray, items: np.ndarray, size: int, key: float, item: int) -> None:
    """Add an item to a heap that holds ``size`` of them."""
    i = size
    while i > 0:
        up = (i - 1) >> 1
        if keys[up] < key or (keys[up] == key and items[up] <= item):
            break
        keys[i], items[i] = keys[up], items[up]
        i = up
    keys[i], items[i] = key, item


@inner
def pop(keys: np.ndarray, items: np.ndarray, size: int) -> None:
    """Remove the item with the smallest key (ties: the smaller item) from a heap that holds
    ``size`` of them.
    """
    key, item = keys[size - 1], items[size - 1]
    size -= 1
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        right = child + 1
        if right < size and (
            keys[right] < keys[child]
            or (keys[right] == keys[child] and items[right] < items[child])
        ):
            child = right
        if key < keys[child] or (key == keys[child] and item <= items[child]):
            break
        keys[i], items[i] = keys[child], items[child]
        i = child
    if size > 0:
        keys[i], items[i] = key, item


@inner
def room_for_one(keys: np.ndarray, items: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The same heap in arrays that have room for one more."""
    if size < len(keys):
        return keys, items
    more_keys, more_items = np.empty(2 * size + 1), np.empty(2 * size + 1, np.int64)
    for i in range(size):
        more_keys[i], more_items[i] = keys[i], items[i]
    return more_keys, more_items
