"""The equations of every scheme as MathML: well formed, complete, nothing left in LaTeX."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain import explain
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.run import Run
from rcr.views.mathml import mathml
from tests.explain.walks import SCHEMES
from tests.strategies import models

MATH = "{http://www.w3.org/1998/Math/MathML}"


def tags(made):
    return [element.tag.removeprefix(MATH) for element in ET.fromstring(made).iter()]


def said(made):
    return "".join(ET.fromstring(made).itertext())


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\log\theta(x) = -0.5", "logθ(x)=−0.5"),
        (r"\tfrac12\left(a - b\right)", "12(a−b)"),
        (r"\text{a\_b \& c}", "a_b & c"),
        (r"\text{\textbackslash{}x\{1\}}", r"\x{1}"),
        (r"\unknown{x}", "unknownx"),
        (r"\log\alpha'", "logα′"),
        (r"M(\bar x, x_i)", "M(x¯,xi)"),
    ],
)
def test_what_a_reader_sees(latex, words):
    assert said(mathml(latex)) == words


def test_structure():
    assert tags(mathml(r"\frac{a}{b+1}")).count("mfrac") == 1
    assert "munder" in tags(mathml(r"\max_{y\ne x} A(x,y)"))
    assert "msubsup" in tags(mathml(r"x_i^\ast"))
    assert "mover" in tags(mathml(r"\bar x"))
    table = tags(mathml(r"\begin{aligned}a &= 1 \\ b &= 2 \\ &\;\;\vdots\end{aligned}"))
    assert (table.count("mtr"), table.count("mtd")) == (3, 6)
    first, second = ET.fromstring(mathml(r"\tfrac12")).iter(f"{MATH}mn")
    assert (first.text, second.text) == ("1", "2")


def test_a_name_with_signs_of_its_own_survives():
    two = (Variable("x", ("<b>", "a&b_1{}\\^~%$#")), Variable.numbered("y", 2))
    run = Run(Model(two, (Factor((0, 1), np.array([[0.3, 1.0], [0.2, 0.1]])),)))
    run.step("c0")
    shown = said(mathml(explain(run).numbers))
    assert "<b>" in shown
    assert "a&b_1{}\\^~%$#" in shown


@settings(max_examples=80, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_no_equation_is_left_in_latex(model, scheme, seed):
    task, name = scheme
    run = Run(model, task=task, scheme=name, seed=seed)
    for _ in range(2):
        run.step()
        if len(run.state.relaxation.relaxed):
            run.recover([int(run.state.relaxation.relaxed[0])])
    for state in run.state.path():
        told = explain(run, state)
        for latex in filter(None, (told.formula, told.numbers)):
            made = mathml(latex)
            shown = said(made)
            assert "\\" not in shown
            assert sorted(re.findall(r"\d+\.\d+", latex)) == sorted(re.findall(r"\d+\.\d+", shown))


def test_damping_and_steps_are_readable():
    for scheme, parameters in (("model-split", {"damping": 0.5}), ("subgradient", {"step": 0.3})):
        run = Run(grid(rows=2, cols=2, seed=1), scheme=scheme, scheme_parameters=parameters)
        run.step()
        told = explain(run)
        assert "\\" not in said(mathml(told.formula)) + said(mathml(told.numbers))
