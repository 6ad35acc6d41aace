"""From text to expression: a tokenizer and a parser for sums, comparisons and the words and, or,
not.

    truth      = all { "or" all }             all   = one { "and" one }
    one        = "not" one | "(" truth ")" | comparison | word that is true or false
    comparison = sum ("<" | "<=" | ">" | ">=" | "=" | "!=") sum
    sum        = product { ("+" | "-") product }
    product    = power { ("*" | "/") power }   power = item ["^" item]
    item       = number | "-" item | "(" sum ")" | quantity
    quantity   = ["before." | "start."] word ["(" argument { "," argument } ")"]

An argument is a name, a name with its state (``A=0``), or either in double quotes. Two numbers that
differ by less than ``NEAR`` are equal, and one is less than another only if it is by more.
"""

from __future__ import annotations

import re

from rcr.course.language.expression import Constant, Expression, Node, Operation, Quantity
from rcr.course.language.vocabulary import NUMBER, TRUTH, vocabulary
from rcr.model import ModelError

MAX_EXPRESSION_CHARACTERS = 500
MAX_DEPTH = 30  # parentheses within one another
SCOPES = ("before", "start")
COMPARISONS = ("<=", ">=", "!=", "<", ">", "=")
TOKEN = re.compile(
    r'\s*(?:(\d+(?:\.\d*)?(?:e-?\d+)?)|([A-Za-z_][\w.]*)|(<=|>=|!=|[-<>=+*/^(),])|("[^"]*"))'
)
ARGUMENT = re.compile(r'\s*("[^"]*"(?:=[^\s,()"]+)?|[^\s,()"]+)\s*(?=[,)])')


def parse(text: str, kind: str) -> Expression:
    """An expression of the kind that is wanted; a ModelError says what is wrong with the text."""
    if len(text) > MAX_EXPRESSION_CHARACTERS:
        limit = f"an expression has at most {MAX_EXPRESSION_CHARACTERS} characters"
        raise ModelError(f"{limit}, this has {len(text)}")
    parser = _Parser(text)
    node = parser.truth()
    if parser.token is not None:
        raise ModelError(f"{parser.token!r} is not expected in {text!r}")
    if node.kind != kind:
        raise ModelError(f"{text!r} is a {node.kind}; a {kind} is needed here")
    return Expression(text, node)


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0
        self.token: str | None = None
        self.advance()

    def advance(self) -> str:
        """The current token; the next one becomes the current."""
        token = self.token
        if not self.text[self.at :].strip():
            self.token = None
            return token or ""
        found = TOKEN.match(self.text, self.at)
        if found is None:
            raise ModelError(
                f"{self.text[self.at :].strip()[:20]!r} cannot be read in {self.text!r}"
            )
        self.at = found.end()
        self.token = found[0].strip()
        return token or ""

    def expect(self, sign: str) -> None:
        if self.token != sign:
            raise ModelError(f"{sign!r} is missing in {self.text!r}")
        self.advance()

    def join(self, sign: str, left: Node, right: Node, kind: str) -> Operation:
        for side in (left, right):
            if side.kind != kind:
                raise ModelError(
                    f"{sign!r} joins {kind}s, and {self.text!r} has a {side.kind} beside it"
                )
        return Operation(sign, left, right)

    def truth(self) -> Node:
        node = self.all()
        while self.token == "or":
            node = self.join(self.advance(), node, self.all(), TRUTH)
        return node

    def all(self) -> Node:
        node = self.one()
        while self.token == "and":
            node = self.join(self.advance(), node, self.one(), TRUTH)
        return node

    def one(self) -> Node:
        if self.token == "not":
            self.advance()
            right = self.one()
            return self.join("not", right, right, TRUTH)
        left = self.sum()
        if self.token in COMPARISONS:
            return self.join(self.advance(), left, self.sum(), NUMBER)
        return left

    def sum(self) -> Node:
        node = self.product()
        while self.token in ("+", "-"):
            node = self.join(self.advance(), node, self.product(), NUMBER)
        return node

    def product(self) -> Node:
        node = self.power()
        while self.token in ("*", "/"):
            node = self.join(self.advance(), node, self.power(), NUMBER)
        return node

    def power(self) -> Node:
        node = self.item()
        if self.token == "^":
            node = self.join(self.advance(), node, self.item(), NUMBER)
        return node

    def item(self) -> Node:
        if self.token == "-":
            self.advance()
            return self.join("-", Constant(0.0), self.item(), NUMBER)
        if self.token == "(":
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise ModelError(f"more than {MAX_DEPTH} parentheses within one another")
            self.advance()
            node = self.truth()
            self.expect(")")
            self.depth -= 1
            return node
        token = self.advance()
        if token[:1].isdigit():
            return Constant(float(token))
        if not token[:1].isalpha():
            raise ModelError(f"a quantity is missing in {self.text!r}")
        return self.quantity(token)

    def quantity(self, token: str) -> Quantity:
        scope, dot, name = token.rpartition(".")
        if dot and scope not in SCOPES:
            raise ModelError(
                f"{scope!r} names no state; write {' or '.join(s + '.' for s in SCOPES)} or nothing"
            )
        known = vocabulary()
        if name not in known:
            raise ModelError(f"{name!r} is not in the vocabulary; there are: {', '.join(known)}")
        arguments: list[str] = []
        if self.token == "(":
            arguments = self.arguments(name)
        word = known[name]
        word.check(arguments)
        return Quantity(scope, word, tuple(arguments))

    def arguments(self, name: str) -> list[str]:
        """The arguments of a word; the current token is its opening parenthesis."""
        found = []
        while True:
            argument = ARGUMENT.match(self.text, self.at)
            if argument is None:
                raise ModelError(f"the arguments of {name} cannot be read in {self.text!r}")
            found.append(argument[1].replace('"', ""))
            self.at = argument.end() + 1
            if self.text[argument.end()] == ")":
                self.advance()
                return found
