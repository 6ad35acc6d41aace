"""The pages without a browser: every page opens, and Explore shows what the library says."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from rcr import ModelError, Run, bundle, generate, registry
from rcr.explain import explain
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel
from rcr.run.link import to_link
from rcr.text.numbers import fixed
from rcr.ui.explore import bounds_panel, keys
from rcr.ui.explore.beginning import COMPENSATED, THETA_ONE, WATCHED_SAMPLE
from rcr.ui.explore.figures import figures_of
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.explore.what_if import WhatIf
from rcr.ui.visitor import visitor
from rcr.views.bounds.chart import run_chart
from rcr.views.network.picture import CUT
from tests.haste import slow_after_the_first
from tests.screen import sent

PAGES = sorted(
    path.relative_to(bundle.root()).as_posix() for path in (bundle.root() / "pages").glob("*.py")
)

NONSENSE = [["v99", "0"], ["v0", "2"], ["c0", "1"], ["v0", "-1"], ["vx"]]  # to be clicked on


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()


def choose(at: AppTest, label: str, value: object) -> None:
    widgets = [*at.selectbox, *at.radio, *at.slider, *at.number_input, *at.toggle]
    next(widget for widget in widgets if widget.label == label).set_value(value).run()


def click(at: AppTest, number: int, kind: str, *ids: str) -> None:
    at.session_state["graph"] = {"clicks": [[number, kind, list(ids)]]}
    at.run()


def visit(at: AppTest) -> ExploreVisit:
    """What the app itself remembers of this visitor on Explore."""
    found: ExploreVisit = at.session_state.visitor.explore
    return found


def figures(at: AppTest) -> dict[str, str]:
    """The figures on the page; those of tables and panels have other names."""
    return {
        metric.label: metric.value
        for metric in at.metric
        if metric.label in figures_of(visit(at).run)
    }


def expected(run: Run) -> dict[str, str]:
    s = run.state
    return {
        "Upper bound now": fixed(s.value),
        "Best so far": fixed(s.upper),
        "Lower bound": fixed(s.lower),
        "Gap": fixed(s.gap),
        "Recovered": f"{s.relaxation.count}/{len(run.cloned)}",
        "Treewidth · entries": f"{s.treewidth} · {s.table_entries:,}",
    }


def first_run(name: str = "frustrated-grid", **settings) -> Run:
    """What the page does before the first click."""
    run = Run(
        samples()[name].load(),
        origin=SampleOrigin(name),
        **{"start": "forest", "batch": 1, **settings},
    )
    run.converge()
    return run


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens(app, page):
    assert not app.switch_page(page).run().exception


@pytest.mark.parametrize("name", slow_after_the_first(samples()))
def test_every_sample_opens_settled(app, name):
    choose(app, "Model", name)
    assert not app.exception
    run = first_run(name)
    if name == WATCHED_SAMPLE:
        run.goto(0)
    assert figures(app) == expected(run)


def beginning(at: AppTest, value: str) -> None:
    next(group for group in at.button_group if group.label == "At the start").set_value(value).run()


@pytest.mark.slow
def test_the_first_visit_to_the_triangle_begins_at_theta_one_in_the_cut_view(app):
    choose(app, "Model", WATCHED_SAMPLE)
    assert (app.session_state[keys.BEGINNING], app.session_state[keys.VIEW]) == (THETA_ONE, CUT)
    assert "Click an edge that is cut" in app.info[0].value
    before = visit(app).run.state
    assert before.number == 0
    press(app, "Update")
    assert visit(app).run.state.value < before.value - 0.1
    beginning(app, COMPENSATED)
    choose(app, "Model", "ties")
    choose(app, "Model", WATCHED_SAMPLE)  # again, and the visitor has chosen since
    assert app.session_state[keys.BEGINNING] == COMPENSATED
    assert figures(app) == expected(first_run(WATCHED_SAMPLE))


@pytest.mark.slow
def test_the_switch_at_the_start_goes_there_and_restart_goes_there_again(app):
    press(app, "Recover suggested")
    tree = set(visit(app).run.states)
    beginning(app, THETA_ONE)
    run = visit(app).run
    assert run.state.number == 0
    assert not run.state.theta.array().any()
    assert set(run.states) == tree
    press(app, "Sweep")
    press(app, "Restart")
    assert visit(app).run.state.number == 0
    choose(app, "Model", "ties")  # another run begins there, too
    assert visit(app).run.state.number == 0
    beginning(app, COMPENSATED)
    assert figures(app) == expected(first_run("ties"))


def test_each_button_does_what_the_library_does(app):
    run = first_run()
    for label, action in (
        ("Recover suggested", lambda: (run.recover_suggested(), run.converge())),
        ("Update", run.step),
        ("×10", lambda: run.compensate(10)),
        ("Sweep", run.sweep),
        ("Settle", run.converge),
    ):
        press(app, label)
        action()
        assert not app.exception
        assert figures(app) == expected(run), label


def test_back_undoes_a_click_with_the_compensation_that_followed(app):
    before = figures(app)
    press(app, "Recover suggested")
    assert figures(app) != before
    press(app, "← Back")
    assert figures(app) == before


def test_restart_can_itself_be_undone(app):
    press(app, "Recover suggested")
    here = figures(app)
    number = visit(app).run.state.number
    press(app, "Restart")
    assert figures(app)["Recovered"] == expected(first_run())["Recovered"]
    visit(app).run.goto(number)
    app.run()
    assert figures(app) == here


@pytest.mark.parametrize("recovery", slow_after_the_first(registry.plugins("recovery")))
def test_every_heuristic_is_on_the_menu_and_runs_to_the_end(app, recovery):
    choose(app, "Recovery heuristic", recovery)
    choose(app, "Recovered at a time", 5)
    press(app, "To the end")
    while visit(app).job is not None:
        app.run()
    run = first_run(recovery=recovery, batch=5)
    run.solve()
    assert not app.exception
    assert figures(app) == expected(run)
    assert bool(app.success) == (run.status == "certified")


def test_another_heuristic_goes_to_the_end_only_by_its_name(app):
    press(app, "Finish by auto")
    while visit(app).job is not None:
        app.run()
    run = first_run()
    run.solve(recovery="auto")
    assert figures(app) == expected(run)
    assert visit(app).run.state.recovered == run.state.recovered
    choose(app, "Recovery heuristic", "auto")
    assert "Finish by auto" not in {button.label for button in app.button}


def told(at: AppTest) -> str:
    """The words and equations on the page, which are those of the panel that is open."""
    return "\n".join(words.value for words in at.main.markdown)


def test_a_click_tells_what_was_predicted_and_what_came_of_it(app):
    run = first_run()
    [best] = run.suggest(1)
    click(app, 1, "recover", best)
    before, state = run.state, run.recover([best])
    story = explain(run)
    after = run.converge()
    assert story.sentence in told(app)
    assert (
        f"predicted to lower the upper bound by {story.predicted:.4f}, and it fell by "
        f"{before.value - state.value:.4f}" in told(app)
    )
    followed = (
        f"With the {after.updates - state.updates:,} updates that followed, the gain "
        f"is **{before.value - after.value:.4f}**."
    )
    assert followed in told(app)
    assert story.formula in told(app)
    press(app, "Update")
    run.step()
    assert explain(run).numbers in told(app)
    assert "predicted" not in told(app)


def test_where_no_loop_is_closed_the_page_says_why_nothing_was_gained(app):
    choose(app, "Recovered at the start", "decomposed")
    click(app, 1, "recover", "c0")
    assert "because it closed no loop" in told(app)


@pytest.mark.slow
def test_a_place_in_the_history_is_named_and_deleted(app):
    press(app, "Recover suggested")
    app.session_state[keys.PANEL] = "History"
    app.run()
    here = visit(app).run.state
    next(t for t in app.text_input if t.label == "Name of this place").set_value("my fork").run()
    press(app, "Name it")
    assert visit(app).run.names == {"my fork": here.number}
    assert "my fork" in {note["text"] for note in sent(app, "rcr_chart")["layout"]["annotations"]}
    press(app, "Delete for good")
    run = visit(app).run
    assert (run.state, run.names) == (here.parent, {})
    assert here.number not in run.states


@pytest.mark.parametrize(
    ("task", "scheme"),
    slow_after_the_first([("z", "pr-dd"), ("z", "model-split"), ("mpe", "subgradient")]),
)
def test_every_task_and_scheme_has_a_page(app, task, scheme):
    choose(app, "Task", task)
    choose(app, "Scheme", scheme)
    press(app, "Recover suggested")
    assert not app.exception
    assert ("Estimate" in {m.label for m in app.metric}) == (scheme == "model-split")


def test_the_chart_shows_the_bounds_of_the_run(app):
    upper = next(
        trace for trace in sent(app, "rcr_chart")["data"] if trace.get("name") == "upper bound now"
    )
    run = visit(app).run
    assert upper["y"][0] == pytest.approx(run.states[0].upper)
    assert upper["y"][-1] == pytest.approx(run.state.upper)


def test_a_link_opens_exactly_that_state():
    run = first_run(start="decomposed")
    run.recover(["c0", "c1", "c7"])
    run.sweep(3)
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    at.query_params["run"] = to_link(run)
    at.run()
    assert not at.exception
    opened = visit(at).run
    assert opened.state.bounds == run.state.bounds
    assert opened.state.recovered == run.state.recovered
    assert (opened.state.theta.array() == run.state.theta.array()).all()


def chosen(at: AppTest) -> dict[str, object]:
    return {
        widget.label: widget.value
        for widget in [*at.selectbox, *at.radio, *at.slider, *at.number_input]
    }


@pytest.mark.parametrize("way", ["link", "file"])
def test_the_sidebar_shows_the_model_and_the_settings_of_what_is_opened(way):
    parameters = {"rows": 4, "cols": 3, "states": 3, "seed": 7}
    settings = {
        "task": "z",
        "scheme": "model-split",
        "scheme_parameters": {"damping": 0.25},
        "recovery": "impact",
        "batch": 30,
    }
    more = {"start": "decomposed", "order": "random", "seed": 5}
    run = Run(
        generate("grid", **parameters),
        origin=GeneratorCall("grid", parameters),
        **settings,
        **more,
    )
    run.sweep(2)
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    if way == "link":
        at.query_params["run"] = to_link(run)
    else:
        at.run()
        visit(at).opened = run
    at.run()
    assert not at.exception
    shown = chosen(at)
    assert shown["Model"] == "generate grid"
    assert {name: shown[name] for name in parameters} == parameters
    assert (shown["Task"], shown["Scheme"], shown["damping"]) == ("z", "model-split", 0.25)
    assert (
        shown["Recovery heuristic"],
        shown["Recovered at a time"],
        shown["Recovered at the start"],
    ) == ("impact", 30, "decomposed")
    assert (shown["Order of updates"], shown["Seed of random choices"]) == ("random", 5)
    assert visit(at).run.state.bounds == run.state.bounds
    at.run()
    assert visit(at).run.state.bounds == run.state.bounds  # it stays when the page is drawn again


def test_a_model_that_no_call_makes_is_on_the_menu_under_its_name():
    model = replace(samples()["triangle"].load(), evidence={0: 1}, name="observed triangle")
    ids = tuple(c.id for c in ClonedModel(model).constraints)
    run = Run(model, start=ids[:1], order=ids)
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    visit(at).opened = run
    at.run()
    assert not at.exception
    assert at.info[0].value.startswith("**observed triangle, given A = 1.**")
    assert visit(at).run is run
    choose(at, "Recovery heuristic", "impact")  # another run on the same model, with the same start
    assert (visit(at).run.settings.start, visit(at).run.settings.order) == (
        ids[:1],
        ids,
    )
    assert visit(at).run.model is model


def test_a_damaged_link_is_told_and_the_page_opens_all_the_same():
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    at.query_params["run"] = "nonsense"
    at.run()
    assert [error.value for error in at.error] == ["this link is damaged; ask for it again"]
    assert figures(at) == expected(first_run())


@pytest.mark.slow
def test_clicks_during_a_run_to_the_end_are_let_go_and_buttons_say_why(app, monkeypatch):
    begun, release = Event(), Event()

    def wait(self, cancel=None, time_limit=None, progress=None, recovery=None):
        begun.set()
        release.wait(30)

    monkeypatch.setattr(Run, "solve", wait)
    before = figures(app)
    press(app, "To the end")
    assert begun.wait(10)
    click(app, 1, "recover", "c0")
    assert sent(app, "rcr_graph")["ack"] == 1
    assert figures(app) == before
    press(app, "Restart")
    assert [error.value for error in app.error] == [
        "what you began is still under way; stop it first"
    ]
    release.set()
    visit(app).job.result()
    app.run()
    assert visit(app).job is None
    assert figures(app) == before


def heights(at, name):
    """Where the chart has lines of this name."""
    return [t["y"][0] for t in sent(at, "rcr_chart")["data"] if t.get("name") == name]


def test_the_lp_yardstick_is_what_compensation_comes_down_to(app):
    best = partial(heights, name="best without recovering more")
    assert best(app) == []
    choose(app, "LP", True)
    run = Run(samples()["frustrated-grid"].load(), start="forest", settle=1e-9)
    assert best(app) == pytest.approx([lp_bound(run.state)], abs=1e-6)
    assert run.converge().upper >= best(app)[0] - 1e-6
    assert run.state.upper == pytest.approx(best(app)[0], rel=0.01)


@pytest.mark.slow
def test_the_exact_value_is_drawn_when_asked_for_or_proved(app):
    exact = partial(heights, name="exact value")
    assert exact(app) == []
    choose(app, "exact value", True)
    run = first_run()
    run.solve()
    assert exact(app) == pytest.approx([run.state.lower] if run.status == "certified" else [])
    choose(app, "exact value", False)
    assert exact(app) == []
    press(app, "To the end")
    while visit(app).job is not None:
        app.run()
    assert exact(app) == pytest.approx([run.state.lower])


@pytest.mark.slow
def test_where_the_exact_value_is_too_much_its_cost_is_told(app):
    choose(app, "Model", "generate grid")
    choose(app, "rows", 40)
    choose(app, "cols", 40)
    choose(app, "exact value", True)
    assert not app.exception
    assert any(
        "Too much for the exact value: treewidth" in caption.value for caption in app.caption
    )


@pytest.mark.slow
def test_your_path_against_a_heuristics(app):
    app.session_state[keys.PANEL] = "History"
    app.run()
    here = visit(app).run.state
    choose(app, "Your path against", "random")
    press(app, f"What would it do from step {here.number}?")
    visit(app).what_if.job.result()
    app.run()
    assert not app.exception
    assert visit(app).run.state is here
    dotted = [
        trace
        for trace in sent(app, "rcr_chart")["data"]
        if trace.get("name") == f"random from step {here.number}"
    ]
    assert [trace["line"]["dash"] for trace in dotted] == ["dot", "dot"]
    assert any("**random** ends at" in words.value for words in app.markdown)
    press(app, "Remove")
    assert not any("from step" in trace.get("name", "") for trace in sent(app, "rcr_chart")["data"])


def test_a_heuristic_s_way_that_ends_while_the_chart_is_drawn_is_drawn_whole(app, monkeypatch):
    drawn, go_on = Event(), WhatIf._go_on

    def after_the_chart(other, *arguments):
        drawn.wait()
        return go_on(other, *arguments)

    def draws_until_it_ends(*arguments, **options):
        made = run_chart(*arguments, **options)
        if (other := visitor().explore.what_if) is not None:
            drawn.set()
            other.job.result()
        return made

    monkeypatch.setattr(WhatIf, "_go_on", after_the_chart)
    monkeypatch.setattr(bounds_panel, "run_chart", draws_until_it_ends)
    app.session_state[keys.PANEL] = "History"
    app.run()
    choose(app, "Your path against", "random")
    press(app, f"What would it do from step {visit(app).run.state.number}?")
    path = visit(app).what_if.path
    upper = next(t for t in sent(app, "rcr_chart")["data"] if "from step" in t.get("name", ""))
    assert path[-1].upper < path[0].upper
    assert upper["y"][-1] == pytest.approx(path[-1].upper, abs=1e-4)


@pytest.mark.slow
def test_a_model_too_large_to_draw_shows_the_part_that_is_asked_for(app):
    choose(app, "Model", "generate grid")
    choose(app, "rows", 50)
    choose(app, "cols", 50)
    assert any("too many to draw" in caption.value for caption in app.caption)
    choose(app, "Hops", 2)
    next(t for t in app.text_input if t.label == "Around the variable").set_value("30,30").run()
    nodes = json.loads(sent(app, "rcr_picture")["wire"])["nodes"]
    assert {node["name"] for node in nodes if node["role"] == "variable"} == {
        f"{30 + a},{30 + b}" for a in range(-2, 3) for b in range(-2, 3) if abs(a) + abs(b) <= 2
    }
    next(t for t in app.text_input if t.label == "Around the variable").set_value("30,99").run()
    assert any(
        "There is no variable '30,99'; did you mean" in warning.value for warning in app.warning
    )


def test_a_refusal_is_told_in_its_own_words(app, monkeypatch):
    def refuse(self, ids, relax=()):
        raise ModelError("this would need more memory than there is")

    monkeypatch.setattr(
        Run, "recover", refuse
    )  # which recovering what is suggested comes to as well
    before = figures(app)
    press(app, "Recover suggested")
    assert [error.value for error in app.error] == ["this would need more memory than there is"]
    assert figures(app) == before


def test_parameters_that_do_not_fit_together_are_told_and_a_sample_stays(app):
    choose(app, "Model", "generate parity-checks")
    choose(app, "bits", 13)
    assert not app.exception
    assert "cannot be cut into checks" in app.error[0].value
    assert figures(app) == expected(first_run())


@pytest.mark.slow
def test_a_click_on_a_variable_sets_its_evidence_and_takes_it_back(app):
    click(app, 1, "observe", "v0", "1")
    assert visit(app).run.model.evidence == {0: 1}
    observed = Run(samples()["frustrated-grid"].load().observe({0: 1}), start="forest", batch=1)
    observed.converge()
    assert figures(app) == expected(observed)
    assert app.info[0].value.startswith("**A frustrated grid, given 0,0 = 1.**")
    click(app, 1_000_001, "observe", "v3", "0")
    assert visit(app).run.model.evidence == {0: 1, 3: 0}
    click(app, 2_000_001, "observe", "v0", "")
    click(app, 3_000_001, "observe", "v3", "")
    assert not app.exception
    assert chosen(app)["Model"] == "frustrated-grid"
    assert figures(app) == expected(first_run())


@pytest.mark.slow
def test_a_branch_is_a_state_that_every_panel_shows(app):
    click(app, 1, "branch", "v12", "0")
    run = first_run()
    run.condition(12, 0)
    run.converge(follows=True)
    assert figures(app) == expected(run)
    told = "**A frustrated grid, in the branch 2,2 = 0 (all branches ≤ "
    assert app.info[0].value.startswith(told)
    panels = next(group for group in app.get("button_group") if group.label == "Panel")
    for name in panels.options:
        app.session_state[keys.PANEL] = name
        app.run()
        assert not app.exception, name
    press(app, "← Back")
    assert figures(app) == expected(first_run())
    app.session_state[keys.PANEL] = "History"
    app.run()
    press(app, "Branch on 2,2 = 1")
    press(app, "Gather 2,2")
    run.goto(1)
    run.condition(12, 1)
    run.converge(follows=True)
    run.goto(1)
    run.gather(12)
    assert figures(app) == expected(run)
    assert any("together they prove" in text.value for text in app.markdown)


@pytest.mark.parametrize("ids", slow_after_the_first(NONSENSE))
def test_a_branch_that_makes_no_sense_changes_nothing(app, ids):
    before = figures(app)
    click(app, 1, "branch", *ids)
    assert not app.exception
    assert figures(app) == before


@pytest.mark.parametrize("ids", slow_after_the_first(NONSENSE))
def test_evidence_that_makes_no_sense_changes_nothing(app, ids):
    run = visit(app).run
    click(app, 1, "observe", *ids)
    assert not app.exception
    assert visit(app).run is run
