"""The small language of lessons: every word means what an oracle says, and no text makes it do
anything else.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, Run, generate
from rcr.course.language import NUMBER, TRUTH, WORDS, Facts, Scene, parse
from rcr.course.language.edges import PROPERTIES, having, properties_of
from rcr.course.language.vocabulary import vocabulary
from rcr.course.prose import read_prose, written
from tests import oracle


@pytest.fixture(scope="module")
def triangle():
    return Run(generate("triangle", seed=22))


def value(run, text, kind=NUMBER):
    return parse(text, kind).evaluate(Scene.at(run, run.state))


# -- grammar ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 / 4 / 2", 1),
        ("-2 + 3", 1),
        ("2 - 3 - 4", -5),
        ("1e3", 1000),
        ("0.5*-4", -2),
        ("2 ^ 3 * 2", 16),
        ("2 ^ (1 + 2)", 8),
        ("constraints", 6),
        ("constraints - relaxed", 0),
        ("edges(relaxed)", 6),
        ("start.constraints + before.constraints", 12),
    ],
)
def test_sums_are_computed_as_everywhere(triangle, text, expected):
    assert value(triangle, text) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 < 2", True),
        ("2 < 1", False),
        ("1 = 1.0000001", True),
        ("1 < 1.0000001", False),
        ("1 <= 1", True),
        ("1 != 2", True),
        ("1 < 2 and 2 < 1", False),
        ("1 < 2 or 2 < 1", True),
        ("not 1 < 2", False),
        ("not (1 > 2) and 1 = 1", True),
        ("1 > 2 or 1 < 2 and 1 > 2", False),
        ("certified", False),
        ("not certified", True),
        ("is(c0, relaxed)", True),
    ],
)
def test_comparisons_and_connectives(triangle, text, expected):
    assert value(triangle, text, TRUTH) is expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gap >",
        "> 1",
        "foo",
        "gap and certified",
        "certified > 1",
        "is(c0)",
        "is(c0, nonsense)",
        "other.gap > 1",
        "gap > 1)",
        "value(",
        "gap 1",
        "1 < 2 < 3",
        "not gap",
        "__import__('os')",
        "gap > 1; gap",
        "lambda: 1",
        "gap.real",
        "x" * 600,
        "(" * 40 + "1",
        "edges() > 1",
        "theta(c0, 1, 2) > 0",
    ],
)
def test_what_is_not_in_the_language_is_refused_with_a_sentence(text):
    with pytest.raises(ModelError):
        parse(text, TRUTH)


@settings(deadline=None)
@given(st.text(alphabet="abcgp .()<>=!+-*/,\"0129_{}:'nortd\n", max_size=80))
def test_any_text_gives_an_expression_or_a_sentence(text):
    for kind in (NUMBER, TRUTH, WORDS):
        try:
            assert parse(text, kind).kind == kind
        except ModelError:
            continue


@settings(deadline=None)
@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_exactly_one_of_less_equal_greater_holds(a, b):
    run = _RUN
    held = [value(run, f"({a:.6f}) {sign} ({b:.6f})", TRUTH) for sign in ("<", "=", ">")]
    assert sum(held) == 1
    opposite = [value(run, f"({a:.6f}) {sign} ({b:.6f})", TRUTH) for sign in (">=", "!=", "<=")]
    assert [not h for h in held] == opposite


_RUN = Run(generate("triangle", seed=22))

# -- what the words mean ---------------------------------------------------------------------------


def test_every_word_has_a_meaning_and_says_what_it_needs():
    for word in vocabulary().values():
        assert word.meaning.endswith("."), word.name
        assert word.kind in (NUMBER, TRUTH, WORDS)
        if word.parameters:
            with pytest.raises(ModelError, match="is written"):
                word.check([])


def test_values_and_counts_of_the_triangle_by_listing(triangle):
    model = triangle.model
    values = {x: model.log_value(x) for x in itertools.product((0, 1), repeat=3)}
    assert value(triangle, "exact") == pytest.approx(max(values.values()))
    assert value(triangle, "assignments") == len(values)
    assert value(triangle, "cut_assignments") == 2 ** (3 + 6)
    assert value(triangle, "pieces") == 6
    assert value(triangle, "value(A=0, B=1, C=1)") == pytest.approx(values[0, 1, 1])
    assert value(triangle, "table(B=1)") == pytest.approx(float(model.factors[4].log_table[1]))
    assert value(triangle, "separate") == pytest.approx(
        sum(f.log_table.max() for f in model.factors)
    )
    assert value(triangle, "now") == pytest.approx(value(triangle, "separate"))


@settings(deadline=None)
@given(st.integers(0, 50), st.data())
def test_words_of_a_state_agree_with_listing_all_assignments(seed, data):
    """Impact, pair tables, the bound and the best value with a state fixed, after a few random
    actions.
    """
    run = Run(generate("triangle", states=3, seed=seed))
    for _ in range(data.draw(st.integers(0, 3))):
        relaxed = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
        run.step(data.draw(st.sampled_from(relaxed)))
        run.recover([data.draw(st.sampled_from(relaxed))])
    state = run.state
    theta = state.theta.array()
    assert value(run, "now") == pytest.approx(
        float(oracle.Listing(state.relaxation, theta).marginal((), False)), abs=1e-9
    )
    k = int(data.draw(st.sampled_from(state.relaxation.relaxed.tolist())))
    name = run.cloned.constraints[k].id
    pair = oracle.pair_table(state.relaxation, theta, k, False)
    assert value(run, f"pair({name}, 1, 2)") == pytest.approx(pair[1, 2], abs=1e-9)
    after = max(np.diag(pair))
    assert value(run, f"impact({name})") == pytest.approx(value(run, "now") - after, abs=1e-9)


def test_properties_of_edges_on_the_way_round_the_triangle():
    run = Run(generate("triangle", seed=22))
    run.recover(["c0", "c1", "c2", "c3", "c4"])
    assert value(run, "edges(bridge)") == 0
    assert value(run, "edges(closing)") == 1
    assert value(run, "is(c5, closing)", TRUTH)
    assert value(run, "edges(looped)") == 0
    run.recover(["c5"])
    assert value(run, "edges(looped)") == 6
    assert value(run, "chose(closing)", TRUTH)
    assert not value(run, "chose(bridge)", TRUTH)
    run.converge()
    assert value(run, "chose(closing)", TRUTH)  # the last recovery still is the last


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_is_one_truth_for_every_edge(name):
    run = Run(generate("grid", rows=3, cols=3, seed=1))
    run.converge()
    held = having(Facts(run, run.state), properties_of([name]))
    assert held.shape == (len(run.cloned),)
    assert held.dtype == np.bool_


def test_before_and_start_name_earlier_states():
    run = Run(generate("triangle", seed=22))
    first = run.state
    run.converge()
    entry = run.state
    run.recover(["c0"])
    scene = Scene.at(run, run.state, entry)
    assert parse("recovered - before.recovered", NUMBER).evaluate(scene) == 1
    assert parse("start.upper", NUMBER).evaluate(scene) == first.upper
    assert parse("before.upper", NUMBER).evaluate(scene) == entry.upper


# -- texts -----------------------------------------------------------------------------------------


def test_a_text_is_filled_in_from_the_run(triangle):
    text = read_prose("The bound is {now:.2f}, {constraints:d} edges, {name(c0)}, {gap}.")
    assert (
        text.fill(Scene.at(triangle, triangle.state))
        == "The bound is 3.51, 6 edges, A in A–B, 1.000."
    )
    assert text.words == 8


@pytest.mark.parametrize(
    "text",
    ["{upper:.9f}", "{upper:s}", "{nonsense}", "{upper", "upper}", "{name(c0):.2f}", "{certified}"],
)
def test_a_place_that_cannot_be_filled_in_is_refused(text):
    with pytest.raises(ModelError):
        read_prose(text)


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        (-0.1, ".2f", "−0.10"),
        (-0.001, ".2f", "0.00"),
        (np.inf, ".2f", "∞"),
        (-np.inf, "d", "−∞"),
        (1234.4, "d", "1,234"),
        (0.25, ".0%", "25%"),
    ],
)
def test_numbers_are_written_for_readers(number, form, expected):
    assert written(number, form) == expected
