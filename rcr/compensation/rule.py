"""An update rule: the compiled heart of a scheme, of one fixed signature, called by its address.

So the sweeps are compiled once, whatever schemes there are, and a scheme of the user's own runs as
fast as those that come with the program. An update of the smallest constraint takes about 100 ns,
of which such a call takes about 5; arrays are therefore passed as bare pointers, which a rule
indexes like arrays of one dimension, but which know no length and no slices.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numba.extending
from llvmlite import ir
from numba.core.errors import NumbaError

from rcr.compiled import pointer
from rcr.machine.once import once
from rcr.model import ModelError

_numba: Any = numba  # its own types do not know all of its options
_NUMBERS = _numba.types.CPointer(numba.float64)
ARGUMENTS = {
    "pair": _NUMBERS,  # M(x, y) at x·d + y, where X and X_i are joint
    "left": _NUMBERS,  # otherwise M(x, y) = left[x] + right[y]
    "right": _NUMBERS,
    "joint": numba.boolean,  # X and X_i lie in one component
    "d": numba.int64,  # their number of states
    "theta": _NUMBERS,  # log θ(x), to be changed
    "clone": _NUMBERS,  # log θ(x_i), to be changed; −log θ(x) follows where the scheme has a bound
    "sums": numba.boolean,  # the partition function instead of the MPE value
    "amount": numba.float64,  # damping, or the length of a step, in this sweep
    "spare": _NUMBERS,  # 2d² + 2d numbers to write on
}


@_numba.extending.intrinsic  # type: ignore[untyped-decorator]
def call_rule(
    typing: Any,
    address: Any,
    pair: Any,
    left: Any,
    right: Any,
    joint: Any,
    d: Any,
    theta: Any,
    own: Any,
    clone: Any,
    sums: Any,
    amount: Any,
    spare: Any,
) -> Any:
    """Call the rule at an address; θ(X) begins at theta[own], θ(X_i) at theta[clone]."""
    taken = (address, pair, left, right, joint, d, theta, own, clone, sums, amount, spare)

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def place(array: int, index: int | None = None) -> Any:
            made = context.make_array(signature.args[array])
            data = made(context, builder, values[array]).data
            return data if index is None else builder.gep(data, [values[index]])

        given = [place(1), place(2), place(3), values[4], values[5]]
        given += [place(6, 7), place(6, 8), values[9], values[10], place(11)]
        function = ir.FunctionType(ir.VoidType(), [value.type for value in given])
        builder.call(builder.inttoptr(values[0], function.as_pointer()), given)
        return context.get_dummy_value()

    return numba.void(*taken), code


class Rule:
    """A function of ``ARGUMENTS`` that gives one constraint its new θ; compiled when needed."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        if list(inspect.signature(function).parameters) != list(ARGUMENTS):
            raise TypeError(f"the rule {function.__name__} must take {', '.join(ARGUMENTS)}")

    @once
    def _compiled(self) -> Any:
        # a file outside is compiled anew each time: what it calls in here may have changed
        inside = Path(__file__).parent in Path(self.function.__code__.co_filename).parents
        try:
            return pointer(numba.void(*ARGUMENTS.values()), cached=inside)(self.function)
        except NumbaError as error:
            words = " ".join(str(error).split())
            raise ModelError(
                f"the rule {self.function.__name__} does not compile: {words[:300]}"
            ) from error

    @property
    def address(self) -> int:
        """Where the compiled function is."""
        return int(self._compiled.address)


def rule(function: Callable[..., None]) -> Rule:
    """Make an update rule of a function of ``ARGUMENTS``."""
    return Rule(function)
