"""What runs, states and comparisons show of themselves: well formed, right, and nothing fetched."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from rcr.compare.common_models import on_common_models
from rcr.compare.comparison import ComparisonResults
from rcr.compare.table import median_cells, verdict_lines
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.notebook.run import MAX_SHOWN_EDGES
from tests.compare.test_statistics import summary

SVG = "{http://www.w3.org/2000/svg}"


def words(html: str) -> str:
    """What a reader sees; the html is written so that an XML parser reads it, too."""
    return " ".join("".join(ET.fromstring(html).itertext()).split())


def pictures(html: str) -> list[ET.Element]:
    return list(ET.fromstring(html).iter(f"{SVG}svg"))


@pytest.fixture
def run():
    made = Run(grid(rows=3, cols=3, seed=10), recovery="paper", start="decomposed")
    made.sweep(2)
    made.recover(["c7", "c13"])
    return made


def test_a_run_shows_graph_curve_and_bounds(run):
    html, state = run._repr_html_(), run.state
    assert len(pictures(html)) == 2
    said = words(html)
    assert "9 variables, 12 factors. Step 2: recover c7, c13" in said
    assert f"upper bound now{fixed(state.now, 4)}" in said
    assert f"best upper bound so far{fixed(state.upper, 4)}" in said
    assert f"lower bound{fixed(state.lower, 4)}" in said
    assert "recovered2 of 24" in said
    assert said.endswith("Not certified: the bounds have not met.")


def test_a_state_shows_itself_wherever_the_run_has_gone(run):
    state, then = run.state, run.state._repr_html_()
    run.solve()
    assert state._repr_html_() == then
    assert "recovered2 of 24" in words(then)
    assert len(pictures(then)) == 1


def test_the_certificate_is_the_last_word(run):
    run.solve()
    for html in (run._repr_html_(), run.state._repr_html_()):
        assert words(html).endswith(f"✔ {run.reason[:1].upper()}{run.reason[1:]}.")


def test_at_the_start_there_is_no_curve_yet():
    assert len(pictures(Run(grid(rows=2, cols=2, seed=1))._repr_html_())) == 1


def test_what_is_too_large_is_not_drawn_unasked():
    run = Run(grid(rows=18, cols=18, seed=1))
    assert len(run.cloned) > MAX_SHOWN_EDGES
    html = run._repr_html_()
    assert pictures(html) == []
    assert "1,224 edges are not drawn unasked" in words(html)
    part = run.graph(around="0,0")
    assert 0 < len(part.picture.edges) < len(run.cloned)
    assert "around 0,0" in words(part._repr_html_())


def test_names_cannot_break_the_page():
    two = (Variable("<img>", ("a&b", "</svg>")), Variable.numbered("y", 2))
    run = Run(Model(two, (Factor((0, 1), np.array([[0.3, 1.0], [0.2, 0.1]])),), name="<m>"))
    html = run._repr_html_()
    assert words(html).startswith("<m>: 2 variables, 1 factor.")
    assert "<img" not in html


def test_nothing_is_fetched(run):
    for html in (run._repr_html_(), run.graph()._repr_html_(), run.graph().page()):
        assert re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?https?:', html) == []


def test_the_graph_is_saved_as_its_ending_says(run, tmp_path):
    graph = run.graph(kind="cut", suggested=2)
    for name in ("graph.svg", "graph.html"):
        graph.save(tmp_path / name)
    drawn = ET.fromstring((tmp_path / "graph.svg").read_text(encoding="utf-8"))
    texts = [t.text for t in drawn.iter(f"{SVG}text")]
    assert len([t for t in texts if t == "2,2"]) == 1
    assert len(graph.changes.suggested) == 2
    assert "<html" in (tmp_path / "graph.html").read_text(encoding="utf-8")
    with pytest.raises(ModelError, match=r"saved as \.svg or \.html"):
        graph.save(tmp_path / "graph.png")


def test_a_wrong_choice_is_one_sentence(run):
    results = ComparisonResults()
    for wrong, said in (
        (lambda: run.graph(kind="round"), "there is no picture 'round'"),
        (lambda: run.state.graph(around="nobody"), "no variable 'nobody'"),
        (lambda: run.plot("miles"), "no axis 'miles'; there are: updates"),
        (lambda: results.plot("miles"), "no measure 'miles'"),
        (lambda: results.plot_curves(), "no finished game has this model and seed"),
    ):
        with pytest.raises(ModelError, match=said):
            wrong()


def test_the_plot_of_a_run_is_the_chart_of_the_app(run):
    figure = run.plot("sweeps", exact=1.5)
    assert figure.layout.xaxis.title.text == "sweeps"
    assert "exact value" in {trace.name for trace in figure.data}


# -- comparisons ---------------------------------------------------------------------------------


def results_of(*summaries: dict) -> ComparisonResults:
    return ComparisonResults({n: {"rows": [], "summary": s} for n, s in enumerate(summaries)})


def test_a_comparison_shows_medians_winners_and_a_dot_for_each_game():
    results = results_of(
        *(summary("auto", n, 3**n) for n in range(4)),
        *(summary("paper", n, 10) for n in range(3)),
        summary("paper", 3, 7, "bounded"),
    )
    html = results._repr_html_()
    said = words(html)
    assert said.startswith("8 games finished")
    ground = on_common_models(results.summaries)
    for cell in (cell for row in median_cells(results.summaries, ground) for cell in row):
        assert cell in said
    for line in verdict_lines(ground):
        assert line in said
    [picture] = pictures(html)
    ways = [p.get("d") for p in picture.iter(f"{SVG}path") if p.get("stroke-linecap")]
    assert [way.count("M") for way in ways] == [4, 3]
    crosses = [p for p in picture.iter(f"{SVG}path") if p.get("stroke-opacity")]
    assert len(crosses) == 2 + 2


def test_dots_stand_further_right_the_longer_they_took():
    results = results_of(*(summary("auto", n, 10**n) for n in range(3)))
    [picture] = pictures(results._repr_html_())
    [way] = [p.get("d") for p in picture.iter(f"{SVG}path") if p.get("stroke-linecap")]
    x = [float(place.split()[0]) for place in way.split("M")[1:]]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.2)
    assert x[0] < x[1]
    ticks = [t.text for t in picture.iter(f"{SVG}text")]
    assert {"0.01", "0.1", "1"} <= set(ticks)


@pytest.mark.parametrize("status", ["certified", "bounded"])
def test_one_contestant_on_one_model(status):
    html = results_of(summary("auto", 0, 5, status))._repr_html_()
    assert "there is nobody to compare with" in words(html)


def test_before_the_first_game_is_over():
    html = ComparisonResults(unfinished={0: "not begun"})._repr_html_()
    assert words(html) == "0 games finished, 1 notNothing can be compared yet."


def test_a_run_in_one_line(run):
    assert repr(run).startswith("<Run of grid-3x3-s10, step 2: ")
    assert repr(run).endswith("2 of 24 recovered, bounded>")
    assert repr(run.graph()) == "Graph(title='grid-3x3-s10, step 2: recover c7, c13')"
