"""What a question hides does not travel to the browser."""

import json

import numpy as np

from rcr import Run, generate
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.network.hiding import GUESSING, hide
from rcr.views.network.picture import COMPACT, CUT
from rcr.views.reveal import draw_reveal, shown_edges


def full(kind=COMPACT):
    run = Run(generate("grid", rows=3, cols=3, field=0.3, seed=26), start="decomposed")
    run.recover(range(12))
    run.sweep()
    drawn = picture(run.cloned, kind)
    marginals = run.engine(run.state.relaxation).marginals(run.state.theta.array())
    shown = changes(
        drawn,
        run.state,
        suggested=[run.suggest(1)],
        impact=run.candidates().impact,
        marginals=marginals,
    )
    return run, drawn, shown


def test_nothing_is_hidden_where_nothing_is_to_be():
    _, drawn, shown = full()
    assert hide(drawn, shown, ()) == shown


def test_a_prediction_sees_neither_marks_nor_numbers():
    run, drawn, shown = full(CUT)
    assert "x" in shown.look
    sent = hide(drawn, shown, GUESSING)
    assert set(sent.look) <= {"-", "="}
    for part in ("suggested", "impact", "clones", "theta", "clone_theta", "marginals"):
        assert getattr(sent, part) == []
    assert len(sent.marks) == len(run.model.variables)
    text = json.dumps(sent.as_data())
    for value in run.candidates().impact[run.candidates().impact > 0.01]:
        assert f"{value:.3g}" not in text


def test_states_are_hidden_with_what_tells_them():
    _, drawn, shown = full()
    sent = hide(drawn, shown, ("states",))
    assert sent.marks == sent.clones == sent.marginals == []
    assert "x" not in sent.look
    assert sent.impact == shown.impact
    assert hide(drawn, shown, ("theta",)).theta == []
    assert hide(drawn, shown, ("marginals",)).marginals == []


def test_the_chosen_edge_is_among_the_bars_wherever_it_stands():
    ranks = {f"c{i}": i + 1 for i in range(30)}
    assert shown_edges(ranks, "c3", 5) == ["c0", "c1", "c2", "c3", "c4"]
    assert shown_edges(ranks, "c29", 5) == ["c0", "c1", "c2", "c3", "c29"]
    values = dict(zip(ranks, np.linspace(1, 0, 30).tolist(), strict=True))
    drawn = draw_reveal(values, ranks, "c29", {"c29": "A < B"})
    assert "A &lt; B" in drawn
    assert "yours" in drawn
    assert "and 18 more" in drawn
    assert ">1.000<" in drawn


def test_where_the_question_was_yes_or_no_a_sign_says_it():
    drawn = draw_reveal({"c0": 1.0, "c1": 0.0}, {"c0": 1, "c1": 2}, "c1", {})
    assert "✔  c0" in drawn
    assert "✘  c1" in drawn
    assert ">1.000<" not in drawn
