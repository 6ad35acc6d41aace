"""The UAI format, with evidence: ``MARKOV`` and ``BAYES``, plain numbers or natural logarithms
(``.LG``).

The layout is: header, number of variables, their domains, number of factors, for each a scope
(arity, then variables), and for each a table (size, then entries, the last variable of the
scope running fastest). White space separates, line ends mean nothing, and what follows the last
table is ignored.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import accumulate, groupby
from math import prod

import numpy as np

from rcr.formats.decimals import floats, logs, spell
from rcr.formats.format import Format
from rcr.formats.source import Source
from rcr.formats.tokens import Tokens, quoted
from rcr.model import Factor, Model, Variable
from rcr.registry import plugin

# Far beyond what can be solved; they keep a file of digits from filling the memory.
MAX_VARIABLES = 400_000
MAX_DOMAIN = 1_000_000
MAX_STATES = 10_000_000  # over all variables
MAX_FACTORS = 400_000
MAX_ARITY = 64  # the most axes that numpy allows

_SHORT_ARITIES = {b"%d" % arity: arity for arity in range(17)}
_WORDS_AT_ONCE = 4096  # words

Scope = tuple[int, ...]


def read_model(source: Source, name: str, *, log_space: bool) -> Model:
    """The model that a source holds; a ``ModelError`` names file, line and remedy."""
    tokens = Tokens(source)
    kind = _read_header(tokens)
    cards = _read_domains(tokens)
    scopes = _read_scopes(tokens, cards, source.at_most)
    tables = _read_tables(tokens, cards, scopes, log_space)
    names = tuple(map(str, range(max(cards, default=0))))
    states = {card: names[:card] for card in set(cards)}
    variables = tuple(Variable(f"X{i}", states[card]) for i, card in enumerate(cards))
    return Model(variables, Factor.checked(scopes, tables), kind, name)


def _read_header(tokens: Tokens) -> str:
    words = next(tokens.pieces(1), None)
    if words is None:
        raise tokens.error("the file is empty; a UAI file starts with MARKOV or BAYES")
    word = words[0]
    if not word.isascii() or any(byte < 32 for byte in word):
        raise tokens.error(
            "this is binary data, not text; give a UAI text file (it may be gzipped)"
        )
    if word.upper() not in (b"MARKOV", b"BAYES"):
        raise tokens.error(
            f"the file starts with {quoted(word)}; a UAI file starts with MARKOV or BAYES"
        )
    return word.upper().decode()


def _read_integers(tokens: Tokens, count: int, low: int, high: int, what: str) -> list[int]:
    """Whole numbers from ``low`` to ``high``; ``what`` names them, with {} for the position."""
    found: list[int] = []
    for piece in tokens.pieces(count):
        for k, token in enumerate(piece):
            # more digits than any limit has would only cost time
            if not token.isdigit() or len(token) > 18 or not low <= (value := int(token)) <= high:
                raise tokens.error(
                    f"{what.format(len(found))} is {quoted(token)}; it must be a whole number "
                    f"from {low} to {high}",
                    k,
                )
            found.append(value)
    if len(found) < count:
        raise tokens.error(f"the file ends before {what.format(len(found))}; complete the file")
    return found


def _read_domains(tokens: Tokens) -> list[int]:
    (count,) = _read_integers(tokens, 1, 0, MAX_VARIABLES, "the number of variables")
    cards = _read_integers(tokens, count, 1, MAX_DOMAIN, "the domain of X{}")
    if sum(cards) > MAX_STATES:
        raise tokens.error(
            f"the variables have {sum(cards)} states in all, more than the limit of "
            f"{MAX_STATES}; make the domains smaller"
        )
    return cards


def _read_scopes(tokens: Tokens, cards: list[int], at_most: int) -> list[Scope]:
    (count,) = _read_integers(tokens, 1, 0, MAX_FACTORS, "the number of factors")
    plain = {b"%d" % v: v for v in range(len(cards))}
    room = (at_most + 1) // 2  # for entries: each takes a digit and a space
    scopes: list[Scope] = []
    while len(scopes) < count:
        short, entries = _short_scopes(tokens, plain, cards, count - len(scopes), room)
        scopes += short
        room -= entries
        if len(scopes) == count:
            break
        i = len(scopes)
        (arity,) = _read_integers(
            tokens, 1, 0, min(len(cards), MAX_ARITY), f"the number of variables of factor {i}"
        )
        what = f"variable {{}} of the scope of factor {i}"
        scope = tuple(_read_integers(tokens, arity, 0, len(cards) - 1, what))
        if len(set(scope)) < len(scope):
            raise tokens.error(
                f"factor {i} names a variable twice in its scope {_names(scope)}; name each "
                "variable once"
            )
        room -= prod(cards[v] for v in scope)
        if room < 0:
            raise tokens.error(
                f"{_table(i, scope)} needs more entries than the file can hold; correct the "
                "scope or the domains"
            )
        scopes.append(scope)
    return scopes


def _short_scopes(
    tokens: Tokens, plain: dict[bytes, int], cards: list[int], most: int, room: int
) -> tuple[list[Scope], int]:
    """The next scopes as long as they are short, at hand and in order, as nearly all are, and the
    entries that they need: many times faster than word by word.
    """
    words, found, at, entries = tokens.ahead(_WORDS_AT_ONCE), list[Scope](), 0, 0
    with suppress(KeyError, IndexError):
        while len(found) < most:
            scope: Scope
            if words[at] == b"2":  # nearly all of a large model
                end, u, v = at + 3, plain[words[at + 1]], plain[words[at + 2]]
                scope, more, once = (u, v), cards[u] * cards[v], u != v
            else:
                end = at + 1 + _SHORT_ARITIES[words[at]]
                scope = tuple([plain[word] for word in words[at + 1 : end]])
                more = prod([cards[v] for v in scope])
                once = len(set(scope)) == len(scope) and end <= len(words)
            if not once or entries + more > room:
                break
            found.append(scope)
            at, entries = end, entries + more
    tokens.skip(at)
    return found, entries


def _read_tables(
    tokens: Tokens, cards: list[int], scopes: list[Scope], log_space: bool
) -> list[np.ndarray]:
    """All tables, cut out of one array that holds sizes and entries as they come in the file."""
    shapes = [tuple([cards[v] for v in scope]) for scope in scopes]
    sizes = np.array(list(map(prod, shapes)), dtype=np.int64)
    ends = np.cumsum(sizes + 1)
    heads = ends - sizes - 1
    flat = np.empty(int(ends[-1]) if scopes else 0)
    done = 0
    for piece in tokens.pieces(len(flat)):
        values = floats(piece)
        result = logs(piece, values, log_space)
        fault = np.isnan(result)
        first, last = np.searchsorted(heads, (done, done + len(values)))
        at = heads[first:last] - done
        fault[at] = values[at] != sizes[first:last]
        k = int(fault.argmax()) if fault.any() else len(values)
        if k < len(piece):
            i = int(np.searchsorted(ends, done + k, side="right"))
            raise tokens.error(
                _fault(
                    piece[k], i, scopes[i], done + k - int(heads[i]) - 1, int(sizes[i]), log_space
                ),
                k,
            )
        flat[done : done + len(piece)] = result
        done += len(piece)
    if done < len(flat):
        i = int(np.searchsorted(ends, done, side="right"))
        have = max(done - int(heads[i]) - 1, 0)
        raise tokens.error(
            f"the file ends after {have} of the {sizes[i]} entries of {_table(i, scopes[i])}; "
            "add the missing numbers"
        )
    tables: list[np.ndarray] = []
    for shape, run in groupby(shapes):
        first, size = len(tables), prod(shape) + 1
        last = first + sum(1 for _ in run)
        rows = flat[heads[first] : ends[last - 1]].reshape(-1, size)[:, 1:].reshape(-1, *shape)
        rows.flags.writeable = False
        tables += list(rows)
    return tables


def _fault(token: bytes, i: int, scope: Scope, entry: int, size: int, log_space: bool) -> str:
    if entry < 0:
        return (
            f"the size of {_table(i, scope)} is {quoted(token)}, but its variables need "
            f"{size} entries; "
            "correct the size, or the number of entries in the table before it"
        )
    wanted = "a natural logarithm, finite or -inf" if log_space else "a finite number, zero or more"
    return f"entry {entry} of {_table(i, scope)} is {quoted(token)}; it must be {wanted}"


def _table(i: int, scope: Scope) -> str:
    return f"the table of factor {i} over {_names(scope)}"


def _names(scope: Scope) -> str:
    shown = ", ".join(f"X{v}" for v in scope[:6])
    return (f"{shown}, …" if len(scope) > 6 else shown) or "no variables"


def read_evidence(source: Source, model: Model) -> dict[int, int]:
    """Variable to state: a count and then pairs, with or without the number of samples in front.

    Only one length fits either way, so an even number of words means that the number of samples
    (1) is there. A leading 0 means no evidence, whatever follows it, and so does an empty file.
    """
    n = len(model.variables)
    tokens = Tokens(
        source, chunk=2**16 + 32 * n
    )  # all that the evidence of this model can need is in the first piece
    pieces = tokens.pieces(2 * n + 3)
    words = next(pieces, [])
    if not words or words[0] == b"0":
        return {}
    remedy = "write the number of observed variables, then a variable and a state for each"
    for k, word in enumerate(words):
        if not word.isdigit() or len(word) > 18:
            raise tokens.error(f"{quoted(word)} is no evidence; {remedy}", k)
    numbers = list(map(int, words))
    samples = numbers.pop(0) if len(words) % 2 == 0 else 1
    count, *pairs = numbers
    if samples != 1 or len(pairs) != 2 * count or next(pieces, None):
        raise tokens.error(
            f"the numbers do not add up to one sample of evidence for {n} variables; {remedy}", 0
        )
    evidence: dict[int, int] = {}
    for k, (v, state) in enumerate(zip(pairs[::2], pairs[1::2], strict=True)):
        at = len(words) - len(pairs) + 2 * k
        if v >= n:
            raise tokens.error(
                f"evidence names variable {v}, but the model has variables 0 to {n - 1}; "
                "correct it",
                at,
            )
        variable = model.variables[v]
        if state >= variable.card:
            states = f"0 to {variable.card - 1}"
            raise tokens.error(
                f"evidence sets {variable.name} to state {state}, but it has states {states}; "
                "correct it",
                at + 1,
            )
        if evidence.setdefault(v, state) != state:
            raise tokens.error(
                f"evidence sets {variable.name} to state {state} and before to {evidence[v]}; "
                "keep one of the two",
                at + 1,
            )
    return evidence


def format_model(model: Model, *, log_space: bool) -> str:
    """The model as UAI text; its names and its evidence are not part of that format."""
    lines = [
        model.kind,
        str(len(model.variables)),
        _line(model.cards.tolist()),
        str(len(model.factors)),
    ]
    lines += [_line((len(f.scope), *f.scope)) for f in model.factors]
    words = spell(
        np.concatenate([np.empty(0), *(f.log_table.ravel() for f in model.factors)]), log_space
    )
    ends = accumulate(f.log_table.size for f in model.factors)
    for f, end in zip(model.factors, ends, strict=True):
        lines += ["", str(f.log_table.size)]
        width = f.log_table.shape[-1] if f.scope else 1
        lines += [
            " " + " ".join(words[k : k + width]) for k in range(end - f.log_table.size, end, width)
        ]
    return "\n".join(lines) + "\n"


def format_evidence(model: Model) -> str:
    """The evidence of a model as text: the count, then the pairs."""
    return (
        _line(
            [len(model.evidence), *(number for pair in model.evidence.items() for number in pair)]
        )
        + "\n"
    )


def _line(numbers: list[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


@plugin("format")
def uai() -> Format:
    """The format of the UAI inference competitions (.uai)."""
    return Format(
        ".uai",
        partial(read_model, log_space=False),
        partial(format_model, log_space=False),
        openings=("MARKOV", "BAYES"),
        keeps_names=False,
    )


@plugin("format")
def lg() -> Format:
    """UAI with the logarithms of the numbers (.LG)."""
    return Format(
        ".LG",
        partial(read_model, log_space=True),
        partial(format_model, log_space=True),
        keeps_names=False,
        offered=False,
    )
