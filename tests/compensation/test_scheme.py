"""Schemes: each keeps its promises, and one that is broken is told in a sentence."""

import numpy as np
import pytest

from rcr import ModelError, Run, generate, registry
from rcr.compensation import promises
from rcr.compensation.balancing import balance, balance_independent
from rcr.compensation.equation import Equation
from rcr.compensation.promises import check_promises
from rcr.compensation.rule import rule
from rcr.compensation.scheme import Scheme, Stride, scheme

BOUND = {"tasks": ("mpe", "z"), "upper_bound": True, "monotone": True}


@rule
def too_far(pair, left, right, joint, d, theta, clone, sums, amount, spare):
    """Three times the way to the balanced θ."""
    if joint:
        balance(pair, d, theta, sums, spare)
    else:
        balance_independent(left, right, d, theta)
    for x in range(d):
        theta[x] = 3.0 * theta[x] + 2.0 * clone[x]


@rule
def no_number(pair, left, right, joint, d, theta, clone, sums, amount, spare):
    for x in range(d):
        theta[x] = np.nan


@rule
def not_compiled(pair, left, right, joint, d, theta, clone, sums, amount, spare):
    theta[0] = "one"


@rule
def nothing(pair, left, right, joint, d, theta, clone, sums, amount, spare):
    pass


class Silent(Scheme):
    """A scheme whose equation says nothing."""

    def equation(self, update, states):
        return Equation(self.name, "", "", update.off_diagonal())


@pytest.mark.parametrize("name", registry.plugins("compensation"))
def test_every_scheme_keeps_its_promises(name):
    check_promises(name)


def test_a_scheme_with_parameters_is_a_frozen_object():
    made = registry.get("compensation", "subgradient")(step=0.25)
    assert (made.name, made.step, made.stride) == ("subgradient", 0.25, Stride(0.25, 0.5))
    assert made == registry.get("compensation", "subgradient")(step=0.25)
    with pytest.raises(AttributeError):
        made.step = 1.0
    assert registry.get("compensation", "subgradient").facts is not None
    assert made.facts == registry.get("compensation", "subgradient").facts


@pytest.mark.slow
def test_a_broken_promise_is_named():
    @scheme(**BOUND)
    class Overshooting(Silent):
        """Too far."""

        rule = too_far

    told = r"scheme overshooting promises to be monotone, but the update of c\d+ of grid.* raised"
    with pytest.raises(ModelError, match=told):
        check_promises("overshooting")


def test_a_value_below_the_exact_one_is_named(monkeypatch):
    """A scheme cannot do that, since the clone gets the inverse of θ; so the exact value is
    wrong.
    """

    @scheme(**BOUND)
    class Idle(Silent):
        """Does nothing."""

        rule = nothing

    check_promises("idle")
    monkeypatch.setattr(promises, "ROUNDING_LOGS", -100.0)
    with pytest.raises(ModelError, match="scheme idle promises"):
        check_promises("idle")


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (no_number, "scheme broken made a θ that is no number, or infinite"),
        (not_compiled, "the rule not_compiled does not compile: .*"),
    ],
)
def test_a_rule_that_does_not_work_is_told_in_a_sentence(broken, sentence):
    @scheme(**BOUND)
    class Broken(Silent):
        """Does not work."""

        rule = broken

    run = Run(generate("grid", rows=2, cols=2), scheme="broken")
    with pytest.raises(ModelError, match=sentence) as caught:
        run.sweep()
    assert "\n" not in str(caught.value)
    assert run.state.parent is None, "the run is where it was"


def test_what_is_missing_is_said_when_the_file_is_loaded():
    with pytest.raises(
        TypeError, match="scheme idea needs a rule: a function decorated with @rule"
    ):

        @scheme(**BOUND)
        class Idea(Silent):
            """No rule."""

    with pytest.raises(TypeError, match="scheme mute needs a method equation"):

        @scheme(**BOUND)
        class Mute(Scheme):
            """No equation."""

            rule = nothing

    with pytest.raises(
        TypeError, match=r"scheme sampler is for tasks among mpe, z, not \('map',\)"
    ):

        @scheme(tasks=("map",), upper_bound=False, monotone=False)
        class Sampler(Silent):
            """No such task."""

            rule = nothing

    with pytest.raises(TypeError, match=r"scheme stranger must be a subclass of .*Scheme"):

        @scheme(**BOUND)
        class Stranger:
            """No scheme."""

    with pytest.raises(TypeError, match="the rule short must take pair, left, right, joint, d"):

        @rule
        def short(pair, d):
            pass


def test_an_unknown_scheme_gets_the_list():
    with pytest.raises(
        ModelError, match=r"there is no compensation called 'mpe-ddd'; there are: .*"
    ):
        Run(generate("triangle"), scheme="mpe-ddd")
