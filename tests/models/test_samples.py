"""Every sample is made again byte for byte by its call, and what its lesson says is so."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest

from rcr import Run, bundle, generate, registry, save_model
from rcr.engines.junction_tree import plan
from rcr.engines.protocol import DEFAULT_MAX_BYTES
from rcr.generators.parity_checks import transmission
from rcr.generators.potts_image import pictures
from rcr.models.samples import samples
from rcr.peers.mplp import MPLP
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation
from tests.haste import slow_after_the_first

FOLDER = bundle.root() / "sample_models"
WORDS = ("**Look at**", "**Try**", "**You should see**", "*Chosen")


def settled(name: str, start: str, recovery: str = "paper", **settings) -> Run:
    """What the Explore page shows when it opens: one constraint at a time, the bound settled."""
    run = Run(
        samples()[name].load(), **{"start": start, "recovery": recovery, "batch": 1, **settings}
    )
    run.converge()
    return run


def to_the_end(name: str, start: str, recovery: str = "paper", **settings) -> Run:
    run = settled(name, start, recovery, **settings)
    run.solve()
    assert run.status == "certified"
    return run


def count(run: Run) -> int:
    return run.state.relaxation.count


def more(run: Run) -> int:
    """Constraints recovered since the start."""
    return count(run) - run.states[0].relaxation.count


def everything(model):
    cloned = ClonedModel(model)
    return plan(Relaxation.everything(cloned)).cost


def frustrated(model, loop: list[int]) -> bool:
    """Whether the two-state couplings around a loop of variables have a negative product of
    signs.
    """
    tables = {frozenset(f.scope): f.log_table for f in model.factors if len(f.scope) == 2}
    signs = []
    for a, b in pairwise([*loop, loop[0]]):
        t = tables[frozenset((a, b))]
        signs.append(t[0, 0] + t[1, 1] - t[0, 1] - t[1, 0])
    return np.prod(np.sign(signs)) < 0


def squares(rows: int, cols: int) -> list[list[int]]:
    return [
        [v, v + 1, v + cols + 1, v + cols]
        for r in range(rows - 1)
        for v in range(r * cols, r * cols + cols - 1)
    ]


# -- all of them ---------------------------------------------------------------------------------


def test_every_model_has_its_lesson_and_every_lesson_its_model():
    assert (
        {path.stem for path in FOLDER.glob("*.json")}
        == {path.stem for path in FOLDER.glob("*.md")}
        == set(samples())
    )
    assert {path.suffix for path in FOLDER.iterdir()} == {".json", ".md"}


def test_samples_come_in_the_order_of_their_places():
    places = [sample.place for sample in samples().values()]
    assert places == list(range(1, len(places) + 1))
    assert next(iter(samples())) == "frustrated-grid"


@pytest.mark.parametrize("sample", slow_after_the_first(samples().values()), ids=samples())
def test_a_sample_is_made_again_byte_for_byte(sample, tmp_path):
    save_model(sample.call.make(), tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == sample.path.read_bytes()
    assert sample.load().digest == sample.call.make().digest


@pytest.mark.parametrize("sample", samples().values(), ids=samples())
def test_a_lesson_says_what_to_look_at_and_what_to_see(sample):
    assert sample.title
    assert not sample.title.startswith("#")
    assert sample.tags
    at = [sample.lesson.index(word) for word in WORDS]
    assert 0 < at[0] < at[1] < at[2] < at[3]
    assert "seed" in registry.get("generator", sample.call.generator).check(sample.call.parameters)


@pytest.mark.parametrize("sample", samples().values(), ids=samples())
def test_a_lesson_names_heuristics_and_labels_that_exist(sample):
    app = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("pages", "rcr/ui")
        for path in (bundle.root() / folder).rglob("*.py")
    )
    words = {"frustrated", "triplets", *registry.plugins("recovery"), *registry.plugins("peer")}
    words |= {
        parameter.name for parameter in registry.get("generator", sample.call.generator).parameters
    }
    named = set(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", sample.lesson)) - words
    assert [name for name in named if name not in app and not name.startswith("Chosen")] == []


# -- one by one ----------------------------------------------------------------------------------


def test_the_first_view_is_a_grid_whose_loops_are_frustrated():
    """From the forest start nearly every recovery of the heuristic is felt."""
    model = samples()["frustrated-grid"].load()
    assert sum(frustrated(model, loop) for loop in squares(5, 5)) > 8
    run = to_the_end("frustrated-grid", "forest")
    assert 9 <= more(run) <= 13
    bounds = [row["upper"] for row in run.history]
    felt = [before - after > 0.05 for before, after in pairwise(bounds)]
    assert sum(felt) >= len(felt) - 1
    assert more(to_the_end("frustrated-grid", "forest", "random")) > more(run)


def test_the_triangle_is_mended_by_the_loop_and_nothing_else():
    run = settled("triangle", "forest")
    assert len(run.state.relaxation.relaxed) == 1
    assert run.state.gap == pytest.approx(0.754, abs=1e-3)
    assert run.state.upper == pytest.approx(lp_bound(run.state), abs=1e-4)
    run.recover_suggested()
    assert run.status == "certified"
    bounds = [row["upper"] for row in to_the_end("triangle", "decomposed").history]
    assert len(bounds) == 7
    assert bounds[0] - bounds[5] < 0.01
    assert bounds[5] - bounds[6] > 0.7


def test_nothing_has_to_be_recovered_where_everybody_wants_to_agree():
    model = samples()["attractive-grid"].load()
    tables = [f.log_table for f in model.factors]
    assert all(t[0, 0] + t[1, 1] > t[0, 1] + t[1, 0] for t in tables)
    run = settled("attractive-grid", "decomposed")
    assert run.status == "certified"
    assert (count(run), len(run.cloned)) == (0, 120)
    mixed = Run(
        generate("grid", rows=6, cols=6, coupling=1.0, seed=0), recovery="paper", start="decomposed"
    )
    mixed.converge()
    assert mixed.state.gap == pytest.approx(0.61, abs=0.02)


@pytest.mark.slow
def test_where_impacts_tie_the_violated_one_decides():
    run = settled("ties", "decomposed")
    view = run.candidates()
    assert np.abs(view.impact).max() < 5e-4
    assert view.violated.sum() == 1
    assert run.suggest() == [run.cloned.constraints[k].id for k in view.relaxed[view.violated]]
    model = run.model
    joined = {frozenset(f.scope) for f in model.factors if len(f.scope) == 2}
    triangles = [
        t
        for t in combinations(range(16), 3)
        if all(frozenset(p) in joined for p in combinations(t, 2))
    ]
    assert sum(frustrated(model, list(t)) for t in triangles) == 1

    for seed in range(4):
        solved = to_the_end("ties", "decomposed", "paper", seed=seed)
        assert count(solved) == 6
        assert (
            len({c.factor for c in solved.cloned.constraints if c.id in solved.state.recovered})
            == 3
        )
        assert count(to_the_end("ties", "decomposed", "impact", seed=seed)) >= 12
        assert count(to_the_end("ties", "decomposed", "random", seed=seed)) >= 20


def test_triplets_have_nothing_to_hold_where_there_is_no_triangle():
    model = samples()["no-triangles"].load()
    neighbours = {
        v: {u for f in model.factors if v in f.scope for u in f.scope} - {v} for v in range(12)
    }
    assert {len(near) for near in neighbours.values()} == {3}
    assert nx.girth(nx.Graph(neighbours)) == 4
    stuck, without, solved = (
        MPLP(model, clusters=kind).solve(time_limit=20) for kind in ("triplets", "none", "cycles")
    )
    assert stuck.status == "bounded"
    assert stuck.gap == pytest.approx(without.gap, abs=1e-3)
    assert stuck.gap == pytest.approx(0.88, abs=0.01)
    assert solved.status == "certified"
    for recovery in ("auto", "paper", "cycle"):
        run = to_the_end("no-triangles", "forest", recovery)
        assert more(run) in (1, 2, 3)
        assert run.state.lower == pytest.approx(solved.lower)


def test_the_decoded_word_is_the_one_that_was_sent():
    parameters = {
        "bits": 20,
        "checks_per_bit": 2,
        "bits_per_check": 4,
        "noise_level": 0.8,
        "seed": 0,
    }
    checks, sent, received = transmission(**parameters)
    assert ((received < 0) != sent).sum() == 3
    model = samples()["parity-checks"].load()
    tables = [f.log_table for f in model.factors if len(f.scope) > 1]
    assert all(np.isneginf(t).mean() == 0.5 for t in tables)

    run = settled("parity-checks", "forest")
    first = run.state
    assert first.gap == pytest.approx(0.433, abs=2e-3)
    assert all(first.assignment[list(check)].sum() % 2 == 0 for check in checks)
    run.solve()
    assert run.status == "certified"
    assert more(run) == 1
    assert run.state.lower > first.lower + 0.1
    assert run.state.assignment.tolist() == sent.tolist()


def test_the_picture_comes_out_of_the_noise():
    drawn, seen = pictures(12, 18, 3, 0.6, 1)
    run = settled("noisy-picture", "decomposed")
    assert run.status == "certified"
    assert count(run) == 0
    assert 30 <= run.state.sweeps <= 60
    alone = np.clip(np.rint(seen), 0, 2)
    assert 0.16 < (alone != drawn).mean() < 0.22
    assert (run.state.assignment.reshape(12, 18) != drawn).mean() < 1 / 30
    assert everything(run.model).treewidth == 12


def test_three_states_close_as_two_do():
    run = settled("three-state-grid", "forest")
    first = run.state
    assert set(run.model.cards) == {3}
    assert run.candidates().impact.max() > 1
    run.solve()
    assert run.status == "certified"
    assert 15 <= more(run) <= 23
    assert run.state.lower > first.lower + 1


@pytest.mark.slow
def test_the_heuristics_fall_into_two_groups():
    recovered, width = {}, {}
    for recovery in (
        "cycle",
        "violated",
        "paper",
        "impact",
        "random",
        "residual",
        "mutual-information",
    ):
        run = to_the_end("which-heuristic", "decomposed", recovery)
        recovered[recovery], width[recovery] = count(run), run.state.treewidth
    assert len(run.cloned) == 196
    assert recovered["cycle"] <= 24
    for good in ("violated", "paper", "impact"):
        assert 40 <= recovered[good] <= 90
        assert width[good] <= 3
    assert width["cycle"] <= 3
    for poor in ("random", "residual", "mutual-information"):
        assert recovered[poor] >= 165
        assert width[poor] > 9


def test_a_network_without_evidence_sums_to_one():
    run = settled("sums-to-one", "forest", task="z")
    assert run.model.kind == "BAYES"
    assert run.state.upper == pytest.approx(2.28, abs=0.01)
    run.solve()
    assert count(run) == len(run.cloned)
    assert run.state.upper == pytest.approx(0, abs=1e-9)
    paper = settled("sums-to-one", "decomposed", task="z")
    assert paper.state.upper == pytest.approx(13.9, abs=0.1)
    assert round(paper.state.upper / np.log(2)) == 20
    paper.solve()
    drops = [a - b for a, b in pairwise(row["upper"] for row in paper.history)]
    assert all(-1e-9 <= drop <= np.log(2) + 0.01 for drop in drops)


@pytest.mark.slow
def test_the_paper_s_grid_needs_about_half_and_one_at_a_time_a_third():
    run = to_the_end("paper-grid", "decomposed", batch=5)
    assert len(run.cloned) == 360
    assert 150 <= count(run) <= 210
    assert 90 <= count(to_the_end("paper-grid", "decomposed")) <= 140
    forest = to_the_end("paper-grid", "forest")
    assert 6 <= forest.state.relaxation.loops_closed <= 14
    assert 35 <= count(to_the_end("paper-grid", "decomposed", "cycle")) <= 55


def test_the_haplotype_network_is_one_that_triplets_do_not_solve():
    run = settled("haplotype", "forest")
    first = run.state
    assert (len(run.model.variables), len(run.cloned), len(first.relaxation.relaxed)) == (
        201,
        470,
        70,
    )
    assert everything(run.model).treewidth == 3
    run.solve()
    assert run.status == "certified"
    assert more(run) in (2, 3)
    assert run.state.lower > first.lower + 0.1
    paper = to_the_end("haplotype", "decomposed", batch=5)
    assert count(paper) < 470 / 5
    assert paper.state.lower == pytest.approx(run.state.lower)
    peer = MPLP(run.model, clusters="triplets").solve(time_limit=20)
    assert peer.status == "bounded"
    assert peer.upper > run.state.upper + 0.01


@pytest.mark.slow
def test_the_big_grid_is_proved_far_below_its_own_width():
    cost = everything(samples()["big-grid"].load())
    assert cost.bytes > 5 * DEFAULT_MAX_BYTES
    run = Run(samples()["big-grid"].load(), recovery="auto")
    run.solve()
    assert run.status == "certified"
    assert run.state.treewidth <= 5
    paper = Run(samples()["big-grid"].load(), recovery="paper", start="forest", batch=5)
    paper.solve(time_limit=60)
    assert paper.status == "certified"
    assert run.state.treewidth < paper.state.treewidth <= 10
    assert paper.state.lower == pytest.approx(run.state.lower)
    guess = Run(samples()["big-grid"].load(), recovery="random", start="forest")
    guess.recover(guess.suggest(more(paper)))
    guess.converge()
    assert guess.state.treewidth > paper.state.treewidth
    assert guess.state.gap > 10
