"""The numbers of one probability block of a BIF text: a ``table``, or rows in any order, and a
``default`` for the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import prod

import numpy as np

from rcr.formats.bif.text import BifText, Block, Part, shown
from rcr.formats.decimals import floats, logs
from rcr.formats.tokens import quoted
from rcr.model import ModelError, Variable

_BATCH_WORDS = 2**16  # turned into numbers at a time
_KEYWORD = re.compile(rb"[A-Za-z]+")
_WORD = re.compile(rb"[^\s,]+")


class Names:
    """Names and their numbers; a name in other capitals will do where only one can be meant."""

    def __init__(self, names: Sequence[str]) -> None:
        self._exact = {name: i for i, name in enumerate(names)}
        folded = Counter(map(str.casefold, names))
        self._folded = {
            name.casefold(): i for i, name in enumerate(names) if folded[name.casefold()] == 1
        }

    def find(self, name: str) -> int | None:
        return self._exact[name] if name in self._exact else self._folded.get(name.casefold())


def numbers(words: list[str], names: Sequence[Names]) -> list[int] | None:
    """The numbers of the words, each among its own names; None if a word is not one of them or
    there are more or fewer.
    """
    found = [own.find(word) for word, own in zip(words, names, strict=False)]
    return (
        [i for i in found if i is not None]
        if len(words) == len(names) and None not in found
        else None
    )


class Rows:
    """The numbers of one probability block: a row for each combination of the parents' states, a
    column for each state of the child.
    """

    def __init__(
        self,
        text: BifText,
        block: Block,
        variables: list[Variable],
        states: list[Names],
        scope: tuple[int, ...],
    ) -> None:
        self.text, self.block = text, block
        self.parents, self.child = [variables[v] for v in scope[:-1]], variables[scope[-1]]
        self.states = [states[v] for v in scope[:-1]]
        self.count, self.card = prod(v.card for v in self.parents), self.child.card
        self.log_rows = np.full((self.count, self.card), np.nan)
        self.given = np.zeros(self.count, dtype=np.bool_)
        self.default: np.ndarray | None = None
        self.words: list[
            bytes
        ] = []  # not turned into numbers yet, with the row and the place of each row's first
        self.rows: list[int] = []
        self.at: list[int] = []

    def read(self) -> np.ndarray:
        """The log table, the child last."""
        for part in self.text.parts(self.block):
            if part.text.startswith(b"("):
                self._read_row(part)
                continue
            match = _KEYWORD.match(part.text)
            keyword = match[0].lower() if match is not None else b""
            if keyword == b"table":
                self._read_table(part)
            elif keyword == b"default":
                self._read_default(part)
            elif part.text and keyword != b"property":
                raise self.text.error(
                    part.at,
                    f"{quoted(part.text)} stands in a probability block; it holds rows like "
                    "(a, b) 0.1, 0.9; or table, default, property",
                )
        self._flush()
        if self.default is not None:
            self.log_rows[~self.given] = self.default
        elif not self.given.all():
            raise self.text.error(
                self.block.at,
                f"{self._row(int(np.argmin(self.given)))} is missing; add it, or a default",
            )
        return self.log_rows.reshape([*(v.card for v in self.parents), self.card])

    def _row(self, row: int) -> str:
        """The row in words."""
        names = [
            shown(v.states[i])
            for v, i in zip(
                self.parents, np.unravel_index(row, [v.card for v in self.parents]), strict=True
            )
        ]
        listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        return (
            f"the row ({listed}) of {shown(self.child.name)}"
            if names
            else f"the row of {shown(self.child.name)}"
        )

    def _split(self, part: Part, start: int, count: int) -> list[bytes]:
        words = part.text[start:].replace(b",", b" ").split(None, count)
        if len(words) != count:
            have = f"more than {count}" if len(words) > count else len(words)
            needs = f"its {'table' if count > self.card else 'row'} needs {count}"
            raise self.text.error(
                part.at,
                f"there are {have} probabilities of {shown(self.child.name)} here, and "
                f"{needs}; correct their number",
            )
        return words

    def _read_row(self, part: Part) -> None:
        start = part.text.rfind(b")") + 1
        if not start:
            raise self.text.error(
                part.at,
                f"a row of {shown(self.child.name)} opens with ( and does not close; put ) "
                "after the states of the parents",
            )
        row = self._find_row(part, part.text[1 : start - 1])
        words = self._split(part, start, self.card)
        if self.given[row]:
            raise self.text.error(part.at, f"{self._row(row)} is given twice; keep one of the two")
        self.given[row] = True
        self.words += words
        self.rows.append(row)
        self.at.append(part.at + start)
        if len(self.words) > _BATCH_WORDS:
            self._flush()

    def _find_row(self, part: Part, head: bytes) -> int:
        readings = self.text.readings(head, part.at)
        found = next(
            (found for words in readings if (found := numbers(words, self.states)) is not None),
            None,
        )
        if found is None:
            words = next((words for words in readings if len(words) == len(self.parents)), None)
            if words is None:
                fault = (
                    f"a row of {shown(self.child.name)} names {len(readings[0])} "
                    f"states, but it has {len(self.parents)} parents"
                )
            else:
                k = next(
                    k
                    for k, (word, own) in enumerate(zip(words, self.states, strict=True))
                    if own.find(word) is None
                )
                fault = (
                    f"a row of {shown(self.child.name)} names {shown(words[k])}, which "
                    f"is no state of {shown(self.parents[k].name)}"
                )
            raise self.text.error(
                part.at,
                f"{fault}; correct the names, and put those with spaces or commas in quotes",
            )
        row = 0
        for index, variable in zip(found, self.parents, strict=True):
            row = row * variable.card + index
        return row

    def _read_table(self, part: Part) -> None:
        if self.given.any():
            raise self.text.error(
                part.at,
                f"{shown(self.child.name)} has a table and other rows besides; keep one of the two",
            )
        words = self._split(part, len("table"), self.count * self.card)
        self.log_rows[:] = (
            self._logs(words, [part.at + len("table")]).reshape(self.card, self.count).T
        )
        self.given[:] = True

    def _read_default(self, part: Part) -> None:
        if self.default is not None:
            raise self.text.error(
                part.at, f"{shown(self.child.name)} has a default already; keep one of the two"
            )
        words = self._split(part, len("default"), self.card)
        self.default = self._logs(words, [part.at + len("default")])

    def _flush(self) -> None:
        """Turn the words of the rows read so far into numbers: many at a time is several times
        faster.
        """
        self.log_rows[self.rows] = self._logs(self.words, self.at).reshape(-1, self.card)
        self.words, self.rows, self.at = [], [], []

    def _logs(self, words: list[bytes], at: list[int]) -> np.ndarray:
        values = floats(words)
        result = logs(words, values, log_space=False)
        fault = np.isnan(result)
        k = int(fault.argmax()) if fault.any() else len(values)
        if k < len(words):
            raise self._fault(words, at, k)
        return result

    def _fault(self, words: list[bytes], at: list[int], k: int) -> ModelError:
        i, nth = divmod(k, len(words) // len(at))
        word = next(islice(_WORD.finditer(self.text.text, at[i]), nth, None))
        remedy = (
            "; bnlearn writes NaN where its data had no such case, so fit with smoothing"
            if words[k].lower() == b"nan"
            else ""
        )
        return self.text.error(
            word.start(),
            f"a probability of {shown(self.child.name)} is {quoted(words[k])}; it must be a "
            f"finite number, zero or more{remedy}",
        )
