"""Reading the Bayesian Interchange Format (BIF): variables with named states, and a ``table`` or
rows of probabilities for each.

The grammar is Cozman's BIF 0.15 (JavaBayes), read as widely as its writers stretch it: names
quoted, plain or with spaces, lists with commas or without, ``(a | b, c)`` or ``(a b c)``,
blocks in any order, free text between them, properties anywhere (ignored). In a ``table`` the
child runs slowest and the last parent fastest; ``default`` stands for every row that is not
given. Rows that do not sum to 1 are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from math import prod

from rcr.formats.bif.rows import Names, Rows, numbers
from rcr.formats.bif.text import BifText, Block, Part, shown
from rcr.formats.source import Source
from rcr.formats.uai import MAX_ARITY
from rcr.model import Factor, Model, Variable

MAX_STATES = 1_000_000  # over all variables
MAX_DEFAULT_ENTRIES = 2**22  # over all tables, beyond what the file itself spells out
_TYPE = re.compile(rb"type\s+discrete\s*(?:\[\s*(\d{1,18})\s*\])?", re.IGNORECASE)


def read_model(source: Source, name: str) -> Model:
    """The model that a source holds; a ``ModelError`` names file, line and remedy."""
    text = BifText(source)
    variables, declared, blocks = _read_blocks(text)
    names, states = Names([v.name for v in variables]), [Names(v.states) for v in variables]
    home: dict[int, Block] = {}
    factors: list[Factor] = []
    entries = 0
    for block in blocks:
        scope = _read_scope(text, block, names)
        child = scope[-1]
        if child in home:
            raise text.error(
                block.at,
                f"variable {shown(variables[child].name)} has a probability block already; "
                "keep one of the two",
            )
        home[child] = block
        entries += prod(variables[v].card for v in scope)
        if (
            2 * entries > len(text.text) + 2 * MAX_DEFAULT_ENTRIES
        ):  # a number takes a digit and a space
            raise text.error(
                block.at,
                f"the table of {shown(variables[child].name)} has more entries than the file "
                "can hold; give it fewer parents",
            )
        factors.append(Factor(scope, Rows(text, block, variables, states, scope).read()))
    for v, variable in enumerate(variables):
        if v not in home:
            raise text.error(
                declared[v], f"variable {shown(variable.name)} has no probability block; add one"
            )
    _refuse_cycles(text, variables, home, factors)
    return Model(tuple(variables), tuple(factors), "BAYES", name)


def _read_blocks(text: BifText) -> tuple[list[Variable], list[int], list[Block]]:
    """The variables, where each is declared, and the probability blocks."""
    variables: list[Variable] = []
    declared: list[int] = []
    blocks: list[Block] = []
    known: set[str] = set()
    states, networks = 0, 0
    for block in text.blocks():
        if block.keyword == "probability":
            blocks.append(block)
        elif block.keyword == "network":
            networks += 1
        else:
            variable = _read_variable(text, block)
            if variable.name in known:
                raise text.error(
                    block.at,
                    f"variable {shown(variable.name)} is declared twice; rename one of the two",
                )
            known.add(variable.name)
            states += variable.card
            if states > MAX_STATES:
                raise text.error(
                    block.at,
                    f"the variables have more than {MAX_STATES} states in all; make the "
                    "domains smaller",
                )
            variables.append(variable)
            declared.append(block.at)
    if not variables and not networks:
        raise text.error(
            0,
            "there is no variable; a BIF file holds blocks like network n { } and variable x "
            "{ type discrete [2] { a, b }; }",
        )
    return variables, declared, blocks


def _read_variable(text: BifText, block: Block) -> Variable:
    if not block.head:
        raise text.error(
            block.at, "a variable has no name; write one between the word variable and the {"
        )
    name = " ".join(text.readings(block.head, block.at)[1])
    states: list[str] = []
    parts = text.parts(block)
    for part in parts:
        if part.text[:4].lower() != b"type":  # a property, or what another program keeps here
            continue
        kind = _TYPE.fullmatch(part.text)
        if kind is None or part.end != b"{":
            raise text.error(
                part.at,
                f"variable {shown(name)} is not discrete; write type discrete [2] "
                f"{{ first state, second state }};",
            )
        if states:
            raise text.error(
                part.at, f"variable {shown(name)} has a type already; keep one of the two"
            )
        states = _read_states(text, next(parts), name, None if kind[1] is None else int(kind[1]))
    if not states:
        raise text.error(
            block.at,
            f"variable {shown(name)} has no type; write type discrete [2] "
            f"{{ first state, second state }};",
        )
    return Variable(name, tuple(states))


def _read_states(text: BifText, part: Part, name: str, card: int | None) -> list[str]:
    by_commas, by_words = text.readings(part.text, part.at)
    if card is None:
        card = len(by_commas if b"," in part.text else by_words)
    for states in (by_commas, by_words):
        if 0 < len(states) == card:
            double = next((state for state, count in Counter(states).items() if count > 1), None)
            if double is not None:
                raise text.error(
                    part.at,
                    f"variable {shown(name)} has two states called {shown(double)}; rename "
                    "one of them",
                )
            return states
    raise text.error(
        part.at,
        f"variable {shown(name)} has {card} states but {len(by_words)} names for them; "
        "correct the number or the names",
    )


def _read_scope(text: BifText, block: Block, names: Names) -> tuple[int, ...]:
    """The parents and then the child of a probability block, whose head names the child first."""
    if not (block.head.startswith(b"(") and block.head.endswith(b")")):
        raise text.error(
            block.at,
            "a probability block starts with its variables; write probability ( child | "
            "parent, parent ) {",
        )
    readings = text.readings(block.head[1:-1], block.at)
    found = next(
        (found for words in readings if (found := numbers(words, [names] * len(words)))), None
    )
    if found is None:
        unknown = next((word for word in readings[0] if names.find(word) is None), None)
        what = "no variable" if unknown is None else f"{shown(unknown)}, which is not declared"
        raise text.error(
            block.at,
            f"a probability block is about {what}; name the child and its parents as they are "
            "declared",
        )
    if len(set(found)) < len(found):
        raise text.error(block.at, "a probability block names a variable twice; name each once")
    if len(found) > MAX_ARITY:
        raise text.error(
            block.at, f"a table over {len(found)} variables is too large; {MAX_ARITY} is the limit"
        )
    return (*found[1:], found[0])


def _refuse_cycles(
    text: BifText, variables: list[Variable], home: dict[int, Block], factors: list[Factor]
) -> None:
    try:
        TopologicalSorter({f.scope[-1]: f.scope[:-1] for f in factors}).prepare()
    except CycleError as error:
        cycle = error.args[1]
        way = " → ".join(shown(variables[v].name) for v in cycle[:8]) + (
            " → …" if len(cycle) > 8 else ""
        )
        raise text.error(
            home[cycle[1]].at,
            f"the parents form a cycle: {way}; a Bayesian network has none, remove one",
        ) from None
