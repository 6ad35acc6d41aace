"""What the Explore page shows, in a real browser: both upper bounds, compensation from its
beginning, where the bound comes from, the proof, the price, the tree, and what can be taken away.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rcr import Run
from rcr.explain.argument import argument
from rcr.explain.measures import MEASURES, measure
from rcr.explain.pieces import pieces
from rcr.model import ROUNDING_LOGS
from rcr.models.samples import samples
from rcr.ui.explore.words import WORDS
from tests.browser.hands import (
    button,
    choose,
    click_edges,
    drawn_as_recovered,
    expect_numbers,
    metric,
    panel,
    see,
    wait,
)

TRIANGLE = "The smallest frustrated loop"


def sample(name: str, **settings) -> Run:
    return Run(samples()[name].load(), **{"start": "forest", "batch": 1, **settings})


def to_the_end(page: Page, run: Run) -> None:
    button(page, "To the end").click()
    run.solve()
    expect(page.get_by_test_id("stAlert").first).to_contain_text("Proved:")
    expect_numbers(page, run)


def test_edges_are_coloured_on_a_scale_and_relaxing_raises_the_bound_of_now(page, graph, run):
    button(page, "Show").click()
    for name in MEASURES:
        choose(page, "Colour the relaxed edges by", name)
        expect(graph.locator(".measure")).to_have_text(name)
        high = measure(run, name).high
        shown = f"{high:.3g}" if high > ROUNDING_LOGS else "0"
        expect(graph.locator(".high")).to_have_text(shown)
    choose(page, "Colour the relaxed edges by", "nothing")
    expect(graph.locator(".scale")).to_be_hidden()
    page.keyboard.press("Escape")

    edge = run.state.recovered[0]
    best = run.state.upper
    click_edges(graph, edge)
    run.relax([edge])
    run.converge(follows=True)
    assert run.state.now > best
    assert run.state.upper == best
    expect_numbers(page, run)
    expect(metric(page, "Best so far")).to_have_text(f"{best:.3f}")


def test_from_theta_one_the_first_update_moves_the_bound_and_its_pieces_add_up(page, graph):
    choose(page, "Model", TRIANGLE)
    run = sample("triangle")
    expect_numbers(page, run)
    expect(page.get_by_role("radio", name="cut view")).to_be_checked()
    expect(page.get_by_role("radio", name="from θ = 1")).to_be_checked()
    before = run.state.now
    button(page, "Update").click()
    run.compensate(1)
    expect_numbers(page, run)
    assert run.state.now < before - 0.1
    # the chart's axis, which had room for one step at first, is as long as the curve
    page.wait_for_function("""() => {
      const { data, _fullLayout } = document.querySelector("[data-testid=rcr-chart]");
      const last = Math.max(...data.flatMap(({ x }) => x).filter((one) => one !== null));
      const [low, high] = _fullLayout.xaxis.range;
      return last > 0 && low > -0.5 && last <= high && high < 1.2 * last;
    }""")
    button(page, "Restart").click()
    run.goto(0)
    expect_numbers(page, run)
    page.get_by_role("radio", name="compensated", exact=True).click()
    run.converge()
    expect_numbers(page, run)
    page.get_by_role("radio", name="from θ = 1").click()
    expect_pieces_add_up(page)


def numbers(picture: Locator) -> list[float]:
    """What is written at the right end of each row of the bars."""
    written = picture.locator("text[text-anchor=start]").all_text_contents()
    return [float(words.replace("−", "-")) for words in written]


def expect_pieces_add_up(page: Page) -> None:
    """From the paper's start, on the screen."""
    starts = page.get_by_role("radiogroup", name="Recovered at the start")
    starts.get_by_text("nothing (the paper's start)").click()
    run = sample("triangle", start="decomposed")
    expect_numbers(page, run)
    bars = panel(page, "Pieces").locator("svg[aria-label*='add up to']")
    expect(bars).to_be_visible()
    *rows, together, agreeing = numbers(bars)
    assert len(rows) == len(pieces(run))
    bound = float(metric(page, "Upper bound now").inner_text())
    assert sum(rows) == pytest.approx(bound, abs=0.001 * len(rows))
    assert together == pytest.approx(bound, abs=0.001)
    assert agreeing == pytest.approx(run.state.lower, abs=0.001)
    everything = page.locator("svg[aria-label*='of which 8 agree']")
    expect(everything).to_be_visible()


def test_the_proof_is_an_argument_with_a_price_and_can_be_pruned(page, graph, run):
    price = metric(page, "Treewidth")
    expect(price).to_have_text(f"{run.state.treewidth} · {run.state.table_entries:,}")
    proof = panel(page, "Proof")
    expect(proof).to_contain_text(f"{len(run.state.violated)} of 16 relaxed edges disagree")
    to_the_end(page, run)
    claims = argument(run)
    for claim in claims:
        expect(proof).to_contain_text(claim.number)

    def expect_lit(ids: tuple[str, ...]) -> None:
        page.wait_for_function(
            "([host, ids]) => host.rcr.lit().join() === ids",
            arg=[graph.element_handle(), ",".join(ids)],
        )

    expect_lit(claims[0].constraints)
    assert set(claims[0].constraints) == {c.id for c in run.cloned.constraints} - set(
        run.state.recovered
    )
    page.get_by_role("radio", name="2", exact=True).click()
    expect_lit(claims[1].constraints)
    panel(page, "This step")
    expect_lit(())

    expect(price).to_have_text(f"{run.state.treewidth} · {run.state.table_entries:,}")
    choose(page, "x-axis", "cost")
    page.wait_for_function(
        "document.querySelector('[data-testid=rcr-chart]')?.layout?.xaxis?.title?.text"
        "?.startsWith('cost')"
    )
    button(page, "Show").click()
    page.get_by_text("the widest clique").click()
    expect(graph.locator(".clique-words")).to_contain_text(f"{run.state.treewidth + 1} together")
    page.keyboard.press("Escape")

    panel(page, "Proof")
    button(page, "Prune the proof").click()
    told = run.prune()
    expect(proof).to_contain_text(f"{told.sentence.capitalize()}.")
    assert drawn_as_recovered(graph) == set(told.kept)


def test_a_click_on_the_tree_goes_there(page, graph, run):
    for _ in range(2):
        button(page, "Recover suggested").click()
        run.recover_suggested()
        run.converge(follows=True)
        expect_numbers(page, run)
    panel(page, "History")
    tree = page.get_by_label(re.compile("^The history as a tree"))
    expect(tree.locator(".main-svg").first).to_be_visible()
    wait(page)
    tree.scroll_into_view_if_needed()
    there = run.states[1]
    at = tree.evaluate(
        """(host, number) => {
            const {xaxis, yaxis} = host._fullLayout, box = host.getBoundingClientRect();
            const nodes = host.data.find((trace) => trace.customdata?.includes(number));
            const i = nodes.customdata.indexOf(number);
            return {x: box.left + xaxis._offset + xaxis.d2p(nodes.x[i]),
                    y: box.top + yaxis._offset + yaxis.d2p(nodes.y[i])};
        }""",
        there.number,
    )
    page.mouse.move(at["x"] + 1, at["y"])
    expect(tree.locator(".hovertext")).to_contain_text(f"step {there.number}")
    page.mouse.click(at["x"] + 1, at["y"])
    run.goto(there.number)
    expect_numbers(page, run)


def test_to_the_end_goes_by_the_chosen_heuristic(page, graph):
    choose(page, "Recovery heuristic", "violated")
    run = sample("frustrated-grid", recovery="violated")
    run.converge()
    expect_numbers(page, run)
    to_the_end(page, run)
    assert drawn_as_recovered(graph) == set(run.state.recovered)


def test_a_click_on_a_variable_sets_its_evidence(page, graph):
    place = graph.evaluate("host => host.rcr.nodePoint('v0')")
    page.mouse.click(place["x"], place["y"])
    button(page, "Sweep").click()  # something else is done: the offer is gone
    expect(graph.get_by_role("button", name="Observe 0,0 = 1")).to_be_hidden()
    page.mouse.click(place["x"], place["y"])
    graph.get_by_role("button", name="Observe 0,0 = 1").click()
    run = Run(samples()["frustrated-grid"].load().observe({0: 1}), start="forest", batch=1)
    run.converge()
    expect_numbers(page, run)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("given 0,0 = 1")
    place = graph.evaluate("host => host.rcr.nodePoint('v0')")
    page.mouse.click(place["x"], place["y"])
    graph.get_by_role("button", name="not observed").click()
    free = sample("frustrated-grid")
    free.converge()
    expect_numbers(page, free)


def test_a_variable_is_branched_on_and_the_branches_are_gathered(page, graph, run):
    run.converge()
    first, place = run.state.number, graph.evaluate("host => host.rcr.nodePoint('v12')")
    page.mouse.click(place["x"], place["y"])
    graph.get_by_role("button", name="Branch on 2,2 = 0").click()
    run.condition(12, 0)
    run.converge(follows=True)
    expect_numbers(page, run)
    expect(page.get_by_test_id("stAlert").first).to_contain_text("in the branch 2,2 = 0")
    assert graph.evaluate("host => host.rcr.nodePoint('v12')") == place  # nothing has jumped
    assert graph.evaluate("host => host.rcr.data().fixed") == ["v12"]
    shown = panel(page, "History")
    expect(shown).to_contain_text("1 still to begin")
    button(page, "Branch on 2,2 = 1").click()
    run.goto(first)
    run.condition(12, 1)
    run.converge(follows=True)
    expect_numbers(page, run)
    button(page, "Gather 2,2").click()
    run.goto(first)
    run.gather(12)
    expect_numbers(page, run)
    expect(shown).to_contain_text(f"together they prove {run.state.upper:.3f}")
    page.reload()  # and all of it is kept
    expect_numbers(page, run)


def test_three_hints_vanish_when_they_are_done_and_every_word_is_explained(
    page, graph, run, context, app_url
):
    line = page.get_by_test_id("stAlert").first
    expect(line).to_contain_text("Click a dashed edge")
    button(page, "Recover suggested").click()
    expect(line).to_contain_text("Look at the gap")
    button(page, "Recover suggested").click()
    expect(line).to_contain_text("← Back takes your last step back")
    expect(button(page, "← Back")).to_have_css("outline-style", "solid")
    button(page, "Back").click()
    expect(line).not_to_contain_text("of 3")
    for word in ("Update", "Sweep", "Settle"):  # what they mean, to whoever rests on them
        button(page, word).first.hover()
        expect(page.get_by_role("tooltip").filter(has_text=WORDS[word])).to_be_visible()
    words = panel(page, "Words")
    for word in ("Impact", "M", "θ", "≡"):
        expect(words).to_contain_text(f"{word}: {WORDS[word]}")
    expect(button(page, "← Back")).not_to_have_css("outline-style", "solid")

    page.get_by_role("radio", name="from θ = 1").click()
    wait(page)
    later = context.new_page()  # another visit begins as this one ended, and is given no hint
    later.goto(app_url)
    see(later.get_by_test_id("rcr-graph").locator("canvas"))
    expect(later.get_by_role("radio", name="from θ = 1")).to_be_checked()
    expect(later.get_by_test_id("stAlert").first).not_to_contain_text("of 3")
