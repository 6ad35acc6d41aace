"""Haplotype networks: the coalescent, the learner, your own data, and how like the real ones they
are.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from rcr import ModelError, Run, generate, load_model
from rcr.cli import main
from rcr.engines.junction_tree import plan
from rcr.formats.haplotypes import load_haplotypes, save_haplotypes
from rcr.generators.coalescent import _Tree, simulate_haplotypes
from rcr.generators.haplotype import data_and_network, linkage, select_sites
from rcr.generators.network_learner import learn_network, learn_parents
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel, Relaxation

SEEDS = range(30)
TARGET = {1: 0.34, 5: 0.25, 10: 0.22, 20: 0.10}  # r² of real haplotypes by distance in sites


@pytest.fixture(scope="module")
def thirty():
    return [data_and_network(seed=seed) for seed in SEEDS]


def treewidth(model) -> int:
    cloned = ClonedModel(model)
    return plan(Relaxation.everything(cloned)).cost.treewidth


# -- like the real ones --------------------------------------------------------------------------


@pytest.mark.slow
def test_networks_are_of_the_papers_size(thirty):
    models = [model for _, model in thirty]
    assert {len(model.variables) for model in models} == {201}
    assert all(set(model.cards) == {2} and model.kind == "BAYES" for model in models)
    assert 420 <= np.mean([sum(len(f.scope) for f in model.factors) for model in models]) <= 490
    assert max(treewidth(model) for model in models) <= 3


@pytest.mark.slow
def test_a_quarter_of_the_entries_is_nearly_zero(thirty):
    for _, model in thirty:
        entries = np.concatenate([f.log_table.ravel() for f in model.factors])
        assert 0.15 < np.mean(entries < np.log(0.01)) < 0.40
        assert np.isfinite(entries).all()


@pytest.mark.slow
def test_linkage_falls_as_in_real_haplotypes(thirty):
    tables = [linkage(haplotypes) for haplotypes, _ in thirty]
    for distance, target in TARGET.items():
        assert np.mean([np.diag(table, distance).mean() for table in tables]) == pytest.approx(
            target, abs=0.08
        )


@pytest.mark.slow
def test_smoothing_goes_from_loose_to_tight_and_all_are_certified():
    gaps = []
    for seed in range(12):
        model = generate("haplotype", seed=seed, smoothing=(0.1, 1.0, 30.0)[seed % 3])
        run = Run(model, recovery="paper", start="forest")
        run.solve(time_limit=60)
        assert run.status == "certified"
        gaps.append(lp_bound(Relaxation.decomposed(run.cloned)) - run.state.lower)
    assert min(gaps) > -1e-5
    assert sum(gap < 1e-5 for gap in gaps) >= 4
    assert sum(gap > 1e-3 for gap in gaps) >= 4


# -- the coalescent ------------------------------------------------------------------------------


def test_simulated_haplotypes_have_their_shape_and_frequencies():
    data = simulate_haplotypes(sites=50, haplotypes=31, min_maf=0.2, seed=4)
    assert data.alleles.shape == (31, 50)
    assert data.alleles.dtype == np.int8
    share = data.alleles.mean(axis=0)
    assert np.minimum(share, 1 - share).min() >= 0.2
    assert (np.diff(data.positions) > 0).all()
    assert np.array_equal(
        data.alleles, simulate_haplotypes(sites=50, haplotypes=31, min_maf=0.2, seed=4).alleles
    )


def gametes(alleles):
    """How many pairs of sites show all four combinations of alleles: impossible on a single
    tree.
    """
    columns = alleles.T
    return sum(
        len({*zip(a.tolist(), b.tolist(), strict=True)}) == 4 for a, b in combinations(columns, 2)
    )


def test_without_recombination_all_sites_fit_one_tree():
    assert (
        gametes(
            simulate_haplotypes(sites=40, haplotypes=30, recombination=0, min_maf=0, seed=1).alleles
        )
        == 0
    )
    assert (
        gametes(
            simulate_haplotypes(sites=40, haplotypes=30, recombination=2, min_maf=0, seed=1).alleles
        )
        > 0
    )


@pytest.mark.slow
def test_an_allele_is_carried_by_i_of_n_with_probability_one_over_i():
    counts = np.concatenate(
        [
            simulate_haplotypes(
                sites=400, haplotypes=10, recombination=5, min_maf=0, seed=s
            ).alleles.sum(axis=0)
            for s in range(5)
        ]
    )
    expected = 1 / np.arange(1, 10)
    assert np.bincount(counts, minlength=10)[1:] / len(counts) == pytest.approx(
        expected / expected.sum(), abs=0.04
    )


def test_a_tree_stays_a_tree_and_keeps_its_expected_length():
    """E[length] = 2·(1 + 1/2 + … + 1/(n−1)) at every place of the chromosome, so also on average
    along it.
    """
    n, total, distance = 8, 0.0, 0.0
    tree = _Tree(n, seed=3)
    for step in range(6000):
        here = tree.wait() / tree.length
        total, distance = total + here * tree.length, distance + here
        tree.recombine()
        if step % 500 == 0:
            assert sorted(tree.children[n:].ravel().tolist()) == sorted(
                set(range(2 * n - 1)) - {int(np.flatnonzero(tree.parent == -1)[0])}
            )
            for node in range(n, 2 * n - 1):
                assert all(
                    tree.parent[child] == node and tree.time[child] < tree.time[node]
                    for child in tree.children[node]
                )
    assert total / distance == pytest.approx(2 * sum(1 / i for i in range(1, n)), rel=0.06)


@pytest.mark.slow
def test_more_recombination_means_less_linkage():
    near = [
        np.diag(linkage(simulate_haplotypes(recombination=r, seed=0).alleles), 5).mean()
        for r in (0.1, 1.0, 10.0)
    ]
    assert near[0] > near[1] > near[2]


# -- the learner ---------------------------------------------------------------------------------


def bic(data, v, parents):
    """BIC of one family, from the definition."""
    rows = len(data)
    score = 0.0
    for x in {tuple(row) for row in data[:, list(parents)].tolist()}:
        part = data[(data[:, list(parents)] == x).all(axis=1), v]
        for state in (0, 1):
            k = (part == state).sum()
            score += k * np.log(k / len(part)) if k else 0.0
    return score - np.log(rows) / 2 * 2 ** len(parents)


@given(
    arrays(np.int8, st.tuples(st.integers(4, 40), st.integers(1, 4)), elements=st.integers(0, 1))
)
@settings(max_examples=60, deadline=None)
def test_parents_have_the_best_score_of_all_subsets(data):
    for v, parents in enumerate(learn_parents(data, treewidth=4, reach=10)):
        best = max(bic(data, v, c) for size in range(v + 1) for c in combinations(range(v), size))
        assert bic(data, v, parents) == pytest.approx(best, abs=1e-6)


@given(st.integers(1, 4), st.integers(1, 8), st.integers(0, 100))
@settings(max_examples=25, deadline=None)
def test_a_learned_network_keeps_to_its_width_and_reach(width, reach, seed):
    data = simulate_haplotypes(sites=30, haplotypes=40, seed=seed).alleles
    model = learn_network(data, treewidth=width, reach=reach)
    assert treewidth(model) <= width
    for v, f in enumerate(model.factors):
        assert f.scope[-1] == v
        assert all(v - reach <= u < v for u in f.scope[:-1])


def test_a_copied_column_is_found_and_an_unrelated_one_is_not():
    rng = np.random.default_rng(0)
    first, other = rng.integers(0, 2, (2, 200))
    copy = np.where(rng.random(200) < 0.05, 1 - first, first)
    assert learn_parents(np.column_stack([first, other, copy]), treewidth=2, reach=5) == [
        (),
        (),
        (0,),
    ]


def test_tables_are_shares_with_the_imagined_rows_spread_evenly():
    data = np.array([[0, 0]] * 30 + [[1, 1]] * 10)
    first, second = learn_network(data, treewidth=1, smoothing=2.0).factors
    assert np.exp(first.log_table) == pytest.approx([31 / 42, 11 / 42])
    assert np.exp(second.log_table) == pytest.approx(
        np.array([[30.5, 0.5], [0.5, 10.5]]) / [[31], [11]]
    )


@pytest.mark.parametrize(
    "data", [np.array([[0, 2]]), np.zeros((0, 3)), np.zeros(3), np.array([[0.5]])]
)
def test_only_a_table_of_zeros_and_ones_can_be_learned_from(data):
    with pytest.raises(ModelError, match="must be a table of 0 and 1"):
        learn_network(data)


def test_without_smoothing_nothing_is_learned():
    with pytest.raises(ModelError, match="smoothing must be above 0, not 0"):
        learn_network(np.array([[0, 1]]), smoothing=0)


def test_data_that_would_not_fit_is_refused_beforehand():
    with pytest.raises(
        ModelError,
        match=r"treewidth 6 from 1,000,000 rows would take about 18.6 GiB, .* choose a "
        r"smaller treewidth",
    ):
        learn_network(np.zeros((1_000_000, 1), dtype=np.int8), treewidth=6)


# -- your own data -------------------------------------------------------------------------------


def test_a_window_takes_the_next_sites_that_vary_enough():
    alleles = np.zeros((10, 6), dtype=np.int8)
    for column, ones in enumerate([5, 1, 4, 0, 8, 3]):
        alleles[:ones, column] = 1
    assert select_sites(alleles, 0, 3, 0.2).tolist() == [0, 2, 4]
    assert select_sites(alleles, 1, 2, 0.25).tolist() == [2, 5]
    assert select_sites(alleles, 1, 4, 0.0).tolist() == [
        1,
        2,
        4,
        5,
    ]  # a site with one allele tells nothing
    with pytest.raises(
        ModelError,
        match=r"from site 2 on only 3 sites have a rarer allele with a share of 0.1 or more, not 5",
    ):
        select_sites(alleles, 2, 5, 0.1)
    with pytest.raises(ModelError, match="the first site must lie between 0 and 5, not 6"):
        select_sites(alleles, 6, 1, 0.1)


def test_linkage_is_the_squared_correlation():
    alleles = simulate_haplotypes(sites=12, haplotypes=50, seed=2).alleles
    assert linkage(alleles) == pytest.approx(np.corrcoef(alleles.T) ** 2)
    assert linkage(np.array([[0, 1, 1], [0, 0, 0]]))[0].tolist() == [0, 0, 0]


def test_variables_bear_the_numbers_of_their_sites():
    alleles = simulate_haplotypes(sites=30, haplotypes=60, seed=3).alleles
    padded = np.concatenate([np.zeros((60, 5), dtype=np.int8), alleles], axis=1)
    data, model = data_and_network(padded, first=2, sites=10, treewidth=2)
    assert np.array_equal(data, alleles[:, :10])
    assert [v.name for v in model.variables] == [f"site{k}" for k in range(5, 15)]
    assert model.digest == learn_network(alleles[:, :10], treewidth=2).digest


def test_the_command_line_keeps_the_data_and_learns_from_it_again(tmp_path, capsys):
    kept, first, second = tmp_path / "kept.csv", tmp_path / "first.uai", tmp_path / "second.uai"
    assert (
        main(
            [
                "generate",
                "haplotype",
                "--sites",
                "40",
                "--seed",
                "5",
                "--keep-data",
                str(kept),
                "-o",
                str(first),
            ]
        )
        == 0
    )
    assert "40 variables, 40 factors, seed 5" in capsys.readouterr().out
    assert np.array_equal(load_haplotypes(kept), simulate_haplotypes(sites=40, seed=5).alleles)
    assert (
        main(["generate", "haplotype", "--sites", "40", "--data", str(kept), "-o", str(second)])
        == 0
    )
    assert f"learned from {kept}" in capsys.readouterr().out
    assert first.read_bytes() == second.read_bytes()
    window = tmp_path / "window.npz"
    arguments = [
        "--data",
        str(kept),
        "--first",
        "7",
        "--sites",
        "20",
        "--keep-data",
        str(window),
        "-o",
        str(tmp_path / "third.json"),
    ]
    assert main(["generate", "haplotype", *arguments]) == 0
    assert load_model(tmp_path / "third.json").variables[0].name == "site7"
    assert np.array_equal(load_haplotypes(window), load_haplotypes(kept)[:, 7:27])


def test_too_few_sites_are_told_in_one_line(tmp_path, capsys):
    save_haplotypes(simulate_haplotypes(sites=40, seed=5).alleles, tmp_path / "data.npz")
    assert (
        main(
            [
                "generate",
                "haplotype",
                "--data",
                str(tmp_path / "data.npz"),
                "-o",
                str(tmp_path / "x.uai"),
            ]
        )
        == 2
    )
    assert "from site 0 on only 40 sites" in capsys.readouterr().err
    assert not (tmp_path / "x.uai").exists()
