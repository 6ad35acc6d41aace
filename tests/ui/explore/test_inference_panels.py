"""The panels Circuit and Marginals on the Explore page, and the line that says what model-split
is, without a browser.
"""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rcr import Factor, Model, Run, Variable, bundle, generate
from rcr.engines.circuit import Circuit
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.ui.explore import keys
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.visitor import Visitor
from rcr.views.circuit import COMPONENTS, CONE, WHOLE, draw_circuit, last_touched, parts
from tests.haste import slow_after_the_first
from tests.screen import sent


def opened(run: Run, panel: str) -> AppTest:
    """Explore with this run, and this panel open."""
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    at.session_state["visitor"] = Visitor(explore=ExploreVisit(opened=run))
    at.session_state[keys.PANEL] = panel
    return at.run()


def triangle(**settings) -> Run:
    run = Run(samples()["triangle"].load(), origin=SampleOrigin("triangle"), **settings)
    run.converge()
    return run


def choose(at: AppTest, label: str, value: object) -> None:
    next(box for box in at.selectbox if box.label == label).set_value(value).run()


def drawn(at: AppTest) -> str:
    return sent(at, "rcr_drawing")


def words(at: AppTest) -> str:
    return "\n".join(element.value for element in [*at.markdown, *at.caption, *at.info])


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


# -- the circuit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_the_circuit_of_the_current_state(task):
    run = triangle(task=task)
    at = opened(run, "Circuit")
    assert not at.exception
    circuit, k = Circuit(run.state.relaxation, task == "z"), last_touched(run)
    assert f"**Circuit size {run.circuit_size()}**" in words(at)
    assert drawn(at) == draw_circuit(
        circuit, run.state.theta.array(), k, parts(circuit, k)[COMPONENTS]
    )
    choose(at, "θ of", "c1")
    choose(at, "Draw", WHOLE)
    assert drawn(at) == draw_circuit(circuit, run.state.theta.array(), 1, parts(circuit, 1)[WHOLE])


@pytest.mark.slow
def test_a_theta_that_was_recovered_gives_way_to_the_last_that_was_updated():
    run = triangle()
    at = opened(run, "Circuit")
    choose(at, "θ of", "c1")
    run.recover(["c1"])
    run.converge()
    at.run()
    assert not at.exception
    assert (
        next(box for box in at.selectbox if box.label == "θ of").value
        == "the last that was updated"
    )
    assert "of the 148 at the start" in words(at)
    run.recover([c.id for c in run.cloned.constraints if c.id != "c1"])
    at.run()
    assert not at.exception
    assert "Every constraint is recovered: no θ is left." in words(at)


@pytest.mark.slow
def test_of_a_large_circuit_a_part_is_drawn_and_a_huge_one_is_refused_with_its_cost():
    at = opened(Run(generate("grid", rows=8, cols=8), start="forest"), "Circuit")
    assert not at.exception
    assert next(box for box in at.selectbox if box.label == "Draw").options == [CONE]
    assert "as far as there is room" in words(at)
    whole = Run(generate("grid", rows=8, cols=8))
    whole.recover(range(len(whole.cloned)))
    assert "no θ, and the whole circuit is too large to draw" in words(opened(whole, "Circuit"))
    many = Run(
        Model(
            (Variable.numbered("x", 80), Variable.numbered("y", 80)),
            (Factor((0, 1), np.random.default_rng(0).normal(size=(80, 80))),),
        )
    )
    assert "This θ alone has more leaves than can be told apart" in words(opened(many, "Circuit"))
    wide = Run(generate("complete-graph", variables=18))
    wide.recover(range(len(wide.cloned)))
    at = opened(wide, "Circuit")
    assert not at.exception
    assert "too large to be compiled here: it would take treewidth 17" in words(at)


# -- the marginals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "scheme"),
    slow_after_the_first([("z", "pr-dd"), ("z", "model-split"), ("mpe", "mpe-dd")]),
)
def test_the_marginals_and_their_errors(task, scheme):
    run = triangle(task=task, scheme=scheme, start="forest")
    at = opened(run, "Marginals")
    assert not at.exception
    [table] = [frame.value for frame in at.dataframe]
    assert len(table) == 6
    assert metrics(at)["Worst error"] == f"{table['error'].max():.4f}"
    assert (
        metrics(at)["Mean error"]
        == f"{np.mean([own['error'].max() for _, own in table.groupby('variable')]):.4f}"
    )
    run.recover([run.cloned.constraints[k].id for k in run.state.relaxation.relaxed])
    at.run()
    assert (metrics(at)["Worst error"], metrics(at)["Mean error"]) == ("0.0000", "0.0000")


@pytest.mark.slow
def test_where_exact_marginals_are_too_much_their_cost_is_told():
    at = opened(Run(generate("grid", rows=30, cols=30), task="z", start="forest"), "Marginals")
    assert not at.exception
    assert "would take too much: treewidth" in words(at)
    assert list(at.dataframe[0].value.columns)[:3] == ["variable", "state", "relaxed"]
    assert "Worst error" not in metrics(at)


# -- what model-split is ------------------------------------------------------------------------


RESTLESS = {
    "variables": 20,
    "degree": 4,
    "coupling": 3.0,
    "seed": 2,
}  # plain belief propagation goes round in circles on it


@pytest.mark.slow
def test_the_page_says_which_propagation_it_is_and_whether_it_converged():
    run = Run(
        generate("spin-glass", **RESTLESS),
        task="z",
        scheme="model-split",
        origin=GeneratorCall("spin-glass", RESTLESS),
    )
    run.converge()
    at = opened(run, "This step")
    assert not at.exception
    assert (
        "This is **loopy belief propagation**. It **has not converged**: after 1,000 sweeps"
        in words(at)
    )
    next(slider for slider in at.slider if slider.label == "damping").set_value(0.3).run()
    assert at.session_state.visitor.explore.run.states[1].settled is False  # it goes on
    next(button for button in at.button if button.label == "Restart").click().run()
    assert "This is **loopy belief propagation**. Converged" in words(at)
    at.session_state.visitor.explore.run.recover_suggested()
    at.run()
    assert "This is **iterative joingraph propagation**" in words(at)
    assert "Estimate" in metrics(at)
