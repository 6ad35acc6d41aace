"""Every family: the same model on every machine, checked parameters, and the structure it
promises.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rcr import bundle, generate, registry
from rcr.engines.junction_tree import plan
from rcr.generators.parity_checks import transmission
from rcr.generators.potts_image import pictures
from rcr.generators.random_tree import tree_of
from rcr.model import ModelError
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from rcr.views.layout import lay_out
from tests.haste import slow_after_the_first
from tests.oracle import exact, original

PINNED = {
    ("colouring", ()): "ccf6da6c1c301732a2b22e75336da680831406befb3903385d14aeec246af1b1",
    (
        "colouring",
        (("variables", 40), ("colours", 4), ("kind", "free"), ("seed", 3)),
    ): "79a567ab20c2f49b451033cde648a6c5d24a82c355020b200ddd550771c60469",
    ("logic-network", ()): "4392b6b67c13a9325595bf3b3de47e1174714944781964e2b8dbfc6ee4099c66",
    (
        "logic-network",
        (("inputs", 5), ("gates", 50), ("inputs_of_gate", 5), ("seed", 3)),
    ): "135600164e44e38822d2813625ec9a891b96435fab8f9c6d72524a28a09891ac",
    (
        "weighted-constraints",
        (),
    ): "da5eb630f14eb5b2e16194f9943db0f6648be494788b9138e0113333508aeaf7",
    (
        "weighted-constraints",
        (("states", 2), ("arity", 6), ("forbidden", 0.8), ("kind", "free"), ("seed", 3)),
    ): "8a95a68af080abc7eb1889fdcd3daa156f44d2c83ac0da82434fd96d4bd04afc",
    ("bayesian-network", ()): "02353c9bf6e70467b1249838ac78d78799fce0b0dc828798b5eee7c3b326ec6e",
    (
        "bayesian-network",
        (("states", 4), ("parents", 3), ("sharpness", 7), ("seed", 11)),
    ): "4776a8f0d917f10970a43a1b53519203d83d6985b96244ad089318e2f13d6f66",
    ("complete-graph", ()): "d24473711a4a0c9d5e2e729d59313bf667b07bb1f1aab67b751e93bf320a5be9",
    (
        "complete-graph",
        (("states", 3), ("couplings", "repulsive"), ("field", 0.0), ("seed", 5)),
    ): "a5da9a5612e5b0d83b134f6ac6aaf55adbdc3151947ef91ddb5c2846efae95ed",
    ("grid", ()): "925994453651a8791b9efd3d23511d958d08bb8553b311c0023ee15ef6c9a28e",
    ("haplotype", ()): "6f185ed7475dafae1b691b12dc7b5126663c1d068ad491ce33ceb1e90227c7d2",
    (
        "haplotype",
        (("sites", 60), ("haplotypes", 77), ("treewidth", 2), ("smoothing", 3.0), ("seed", 8)),
    ): "ec90301c24c7102841fb0b89ab390b515fc36dc84ef4c3c144459975f3964efa",
    ("k-tree", ()): "b9ec98d58a94d8b18e7f5b3c919763bcaf6e744621c73fe22afb4c05a4605544",
    (
        "k-tree",
        (("width", 4), ("keep", 0.7), ("states", 3), ("seed", 2**32 - 1)),
    ): "6e92fa0e43ff9c6947b76d54eaafdd7b546cd6033757529e0ce1226073c9c02d",
    ("parity-checks", ()): "2089741fd4082a3631500243d9b01eca54e1961d1c5c9ba05b0de040f5c45d25",
    (
        "parity-checks",
        (("bits", 40), ("bits_per_check", 8), ("checks_per_bit", 2), ("seed", 3)),
    ): "4464f34098f6a90c14048430924f628a2c5d8f9b5a37a9d40fb00b5da084b1c5",
    ("potts-image", ()): "61765006bf3a9057c5313cc591c18b3299a0312cb00208fc11d81b375adb234c",
    (
        "potts-image",
        (("rows", 9), ("cols", 31), ("labels", 5), ("noise_level", 1.3), ("seed", 4)),
    ): "7867431d27f6db7a07a340708ab2d24c5f5f2d4a3026f0e9d9b64f7dba535f7d",
    ("random-tree", ()): "28414aa7f88889b8a0826e04be03981b33ca3c1abc879fdef8ac00fd67b61408",
    (
        "random-tree",
        (("variables", 300), ("states", 3), ("couplings", "attractive"), ("seed", 6)),
    ): "b257e1e49d896d3827cbe2eadc60297c6f0dc4ec4b2e0f02ce8df70a109901d3",
    ("spin-glass", ()): "608a9e20444ca7b2269e218bcbc38d3aaf07faef9b2681bf7a69d98c9672eded",
    (
        "spin-glass",
        (
            ("graph", "random"),
            ("variables", 50),
            ("degree", 5),
            ("couplings", "mixed"),
            ("seed", 9),
        ),
    ): "15e607a254dabcc83dff6c4da8f0a8ec301defe8cd93ffa683dbce9fd6c84737",
    (
        "spin-glass",
        (("variables", 12), ("degree", 8), ("seed", 9)),
    ): "2f0875be724f76ccf12074bf7f43847aae51151aabdc067399c30c5cb7f02d7a",
    ("triangle", ()): "8973a2ea983a5aa4f3693c20c4156a9244753e65897cebb33f07d3f570d44fa1",
    (
        "triangle",
        (("states", 3), ("coupling", 0.3), ("frustrated", False), ("seed", 7)),
    ): "88b297bfa83a349d745600c0590c19e2e527da2d27f4766019ef8ae3d325f78f",
}
FAMILIES = sorted({family for family, _ in PINNED})


SMALLER = {
    "colouring": {"variables": 4, "degree": 1.0},
    "logic-network": {"inputs": 2, "gates": 1},
    "weighted-constraints": {"variables": 3, "constraints": 2},
    "bayesian-network": {"variables": 3, "parents": 0},
    "complete-graph": {"variables": 2},
    "grid": {"rows": 1, "cols": 1},
    "haplotype": {"sites": 5, "haplotypes": 8},
    "k-tree": {"variables": 3, "width": 1},
    "parity-checks": {"bits": 6, "checks_per_bit": 1},
    "potts-image": {"rows": 6, "cols": 8},
    "random-tree": {"variables": 2},
    "spin-glass": {"variables": 4, "degree": 1},
    "triangle": {"field": 0.0},
}
LARGER = {
    "colouring": {"variables": 80, "colours": 5, "degree": 7.5},
    "logic-network": {"inputs": 60, "gates": 40, "inputs_of_gate": 1},
    "weighted-constraints": {"variables": 40, "constraints": 90, "arity": 3},
    "bayesian-network": {"variables": 60, "parents": 3},
    "complete-graph": {"variables": 30},
    "grid": {"rows": 12, "cols": 17, "wrap": True},
    "haplotype": {"sites": 40, "haplotypes": 30},
    "k-tree": {"variables": 50, "width": 6},
    "parity-checks": {"bits": 48, "checks_per_bit": 6, "bits_per_check": 2},
    "potts-image": {"rows": 15, "cols": 21},
    "random-tree": {"variables": 90},
    "spin-glass": {"variables": 40, "degree": 8},
    "triangle": {"states": 5},
}


def edges(model):
    return [f.scope for f in model.factors if len(f.scope) == 2]


def graph_of(model) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(len(model.variables)))
    graph.add_edges_from(edges(model))
    return graph


def treewidth(model) -> int:
    cloned = ClonedModel(model)
    return plan(Relaxation.everything(cloned)).cost.treewidth


# -- all of them ---------------------------------------------------------------------------------


def test_every_family_is_pinned():
    found = registry.plugins("generator").items()
    assert {
        name for name, family in found if family.function.__module__.startswith("rcr.generators")
    } == set(FAMILIES)


@pytest.mark.parametrize(
    ("call", "digest"), PINNED.items(), ids=lambda x: x[0] if isinstance(x, tuple) else ""
)
def test_the_numbers_never_change(call, digest):
    family, parameters = call
    assert generate(family, **dict(parameters)).digest == digest


@pytest.mark.slow
def test_another_machine_makes_the_same_models():
    """A fresh process in which numpy may use none of the instructions by which machines differ."""
    core = np._core._multiarray_umath
    special = [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]
    program = "import sys; from tests.generators.test_families import PINNED, generate\n"
    program += (
        "print(*(generate(family, **dict(parameters)).digest for family, parameters in PINNED))"
    )
    environment = os.environ | {
        "NPY_DISABLE_CPU_FEATURES": " ".join(special),
        "PYTHONHASHSEED": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        cwd=bundle.root(),
    )
    assert done.stdout.split() == list(PINNED.values())


@pytest.mark.parametrize("family", slow_after_the_first(FAMILIES))
def test_a_seed_decides_and_another_gives_another_model(family):
    assert "seed" in {p.name for p in registry.get("generator", family).parameters}
    assert generate(family, seed=1).digest == generate(family, seed=1).digest
    assert generate(family, seed=1).digest != generate(family, seed=2).digest


@pytest.mark.parametrize("family", FAMILIES)
def test_names_are_unique_and_the_model_bears_its_seed(family):
    model = generate(family, seed=12345)
    assert len({v.name for v in model.variables}) == len(model.variables)
    assert model.name.endswith("-s12345")
    assert model.name.startswith(("2-tree", family))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_declared_effort_is_at_least_a_quarter_of_the_tables(family):
    plugin = registry.get("generator", family)
    for parameters in ({}, SMALLER[family], LARGER[family]):
        given = plugin.check(parameters)
        assert 4 * plugin.facts.effort(given) >= len(plugin(**given).factors), parameters


@pytest.mark.parametrize("family", FAMILIES)
def test_a_number_outside_its_range_is_refused_with_the_range(family):
    for p in registry.get("generator", family).parameters:
        match p.domain:
            case registry.Between(low, high):
                for wrong in (low - 1, high + 1):
                    with pytest.raises(ModelError, match=f"{p.name} must lie between"):
                        generate(family, **{p.name: wrong})
            case registry.Choice(options):
                with pytest.raises(ModelError, match=f"{p.name} must be one of {options[0]}"):
                    generate(family, **{p.name: "other"})


@pytest.mark.parametrize(
    ("family", "parameters", "says"),
    [
        (
            "spin-glass",
            {"variables": 7, "degree": 3},
            "no graph gives 7 variables 3 neighbours each",
        ),
        ("spin-glass", {"variables": 4, "degree": 4}, "at most 3 neighbours among 4, not 4"),
        ("spin-glass", {"variables": 4, "degree": 5, "graph": "random"}, "at most 3 neighbours"),
        ("k-tree", {"variables": 5, "width": 5}, "a 5-tree needs at least 6 variables, not 5"),
        (
            "parity-checks",
            {"bits": 25},
            "25 bits cannot be cut into checks of 6; choose a multiple of that, such as 24",
        ),
        ("parity-checks", {"bits": 2}, "such as 6"),
        ("colouring", {"variables": 4, "colours": 2, "degree": 8.0}, "a smaller degree"),
        (
            "bayesian-network",
            {"variables": 5000, "parents": 5, "states": 10},
            r"about 7[0-9.]* GiB, more than the limit of 1 GiB",
        ),
        (
            "haplotype",
            {"haplotypes": 5, "min_maf": 0.45},
            "no share of 5 haplotypes lies between 0.45 and 0.55",
        ),
        (
            "haplotype",
            {"sites": 2000, "recombination": 20, "min_maf": 0.45},
            "more than the limit of 100,000",
        ),
    ],
)
def test_what_cannot_work_is_refused_with_the_remedy(family, parameters, says):
    with pytest.raises(ModelError, match=says):
        generate(family, **parameters)


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("potts-image", {}),
        ("grid", {"wrap": True}),
        ("grid", {"rows": 1, "cols": 5}),
        ("potts-image", {"rows": 4, "cols": 4}),
    ],
)
def test_what_has_places_is_drawn_in_them(family, parameters):
    model = generate(family, **parameters)
    scopes = {f: factor.scope for f, factor in enumerate(model.factors) if len(factor.scope) > 1}
    assert lay_out(model, range(len(model.variables)), scopes).kind == "grid"


# -- pairwise families ---------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["complete-graph", "k-tree", "random-tree", "spin-glass"])
@pytest.mark.parametrize(
    ("couplings", "low", "high"), [("mixed", -3, 3), ("attractive", 0, 3), ("repulsive", -3, 0)]
)
def test_couplings_keep_to_their_kind(family, couplings, low, high):
    model = generate(family, variables=40, states=3, coupling=3.0, field=0.7, couplings=couplings)
    tables = [f.log_table for f in model.factors if len(f.scope) == 2]
    strengths = np.array([t[0, 0] for t in tables])
    assert all(np.array_equal(t, t[0, 0] * np.eye(3)) for t in tables)
    assert low <= strengths.min() < low + 0.5
    assert high - 0.5 < strengths.max() <= high
    fields = np.array([f.log_table for f in model.factors if len(f.scope) == 1])
    assert fields.shape == (40, 3)
    assert 0.6 < np.abs(fields).max() <= 0.7


def test_signs_are_two_and_no_field_leaves_no_factor():
    model = generate("spin-glass", coupling=1.5, field=0.0)
    assert {f.log_table[0, 0] for f in model.factors} == {-1.5, 1.5}
    assert all(len(f.scope) == 2 for f in model.factors)


def test_the_triangle_is_the_papers():
    model = generate("triangle", coupling=2.0, field=0.25, seed=3)
    assert [v.name for v in model.variables] == ["A", "B", "C"]
    assert edges(model) == [(0, 1), (1, 2), (0, 2)]
    assert all(f.log_table.tolist() == [[0, 2], [2, 0]] for f in model.factors[:3])
    expected = 0.25 * (2 * np.random.Generator(np.random.PCG64(3)).random((3, 2)) - 1)
    assert np.array_equal([f.log_table for f in model.factors[3:]], expected)
    assert generate("triangle", frustrated=False).factors[0].log_table.tolist() == [[1, 0], [0, 1]]


def test_a_complete_graph_joins_everybody():
    assert nx.is_isomorphic(graph_of(generate("complete-graph", variables=9)), nx.complete_graph(9))


def test_the_tree_of_a_known_pruefer_sequence():
    assert tree_of([3, 3, 3, 4]) == [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5)]
    assert tree_of([]) == [(0, 1)]


@given(st.integers(2, 60), st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_a_random_tree_is_a_tree(n, seed):
    assert nx.is_tree(graph_of(generate("random-tree", variables=n, seed=seed)))


def test_trees_are_drawn_evenly():
    """Of the 16 trees on four variables 12 are paths; 600 draws give 450, give or take 11."""
    paths = sum(
        max(dict(graph_of(generate("random-tree", variables=4, seed=s)).degree).values()) == 2
        for s in range(600)
    )
    assert 405 < paths < 495


@given(st.integers(1, 6), st.integers(0, 20), st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_a_k_tree_has_its_width(width, further, seed):
    n = width + 1 + further
    model = generate("k-tree", variables=n, width=width, seed=seed)
    assert len(set(edges(model))) == len(edges(model)) == width * (width + 1) // 2 + further * width
    assert treewidth(model) == width
    part = generate("k-tree", variables=n, width=width, keep=0.6, seed=seed)
    assert set(edges(part)) <= set(edges(model))
    assert treewidth(part) <= width


def test_a_k_tree_keeps_the_share_it_is_told():
    whole, part = (
        len(edges(generate("k-tree", variables=400, width=3, keep=keep))) for keep in (1.0, 0.25)
    )
    assert part / whole == pytest.approx(0.25, abs=0.04)
    assert edges(generate("k-tree", keep=0.0)) == []


@given(st.integers(2, 40), st.integers(1, 20), st.integers(0, 1000))
@settings(max_examples=80, deadline=None)
def test_a_regular_graph_is_regular(n, degree, seed):
    assume(degree < n and n * degree % 2 == 0)
    found = edges(generate("spin-glass", variables=n, degree=degree, seed=seed))
    assert len(set(found)) == len(found)
    assert all(a < b for a, b in found)
    assert np.bincount(np.ravel(found), minlength=n).tolist() == [degree] * n


def test_a_random_graph_has_as_many_edges_as_told_and_uneven_degrees():
    found = edges(generate("spin-glass", graph="random", variables=100, degree=5))
    assert len(set(found)) == len(found) == 250
    assert np.bincount(np.ravel(found)).max() > 8


# -- Bayesian networks ---------------------------------------------------------------------------


@given(
    st.integers(1, 7),
    st.integers(0, 3),
    st.integers(1, 4),
    st.integers(2, 3),
    st.integers(1, 20),
    st.integers(0, 1000),
)
@settings(max_examples=40, deadline=None)
def test_a_bayesian_network_sums_to_one(n, parents, reach, states, sharpness, seed):
    model = generate(
        "bayesian-network",
        variables=n,
        parents=parents,
        reach=reach,
        states=states,
        sharpness=sharpness,
        seed=seed,
    )
    assert model.kind == "BAYES"
    for v, f in enumerate(model.factors):
        assert f.scope[-1] == v
        assert len(f.scope) <= parents + 1
        assert all(v - reach <= u < v for u in f.scope[:-1])
        assert all(a < b for a, b in pairwise(f.scope))
        assert np.exp(f.log_table).sum(axis=-1) == pytest.approx(1)
    assert exact(model, sums=True) == pytest.approx(0, abs=1e-9)


def test_a_sharper_network_is_surer():
    surest = [
        np.mean(
            [
                np.exp(f.log_table).max(axis=-1).mean()
                for f in generate("bayesian-network", variables=300, sharpness=s).factors
            ]
        )
        for s in (1, 3, 10)
    ]
    assert surest[0] < surest[1] - 0.1 < surest[2] - 0.15


# -- pictures ------------------------------------------------------------------------------------


def test_a_pixel_sees_its_grey_value_and_its_neighbours():
    drawn, seen = pictures(5, 7, 3, 0.5, 2)
    model = generate("potts-image", rows=5, cols=7, noise_level=0.5, coupling=0.8, seed=2)
    assert model.variables[9].name == "1,2"
    pairs = [f for f in model.factors if len(f.scope) == 2]
    assert [f.scope for f in pairs] == edges(generate("grid", rows=5, cols=7))
    assert all(np.array_equal(f.log_table, 0.8 * np.eye(3)) for f in pairs)
    for f in model.factors[len(pairs) :]:
        y = seen.ravel()[f.scope[0]]
        assert f.log_table == pytest.approx(
            [-((y - x) ** 2) / (2 * 0.25) for x in range(3)], abs=1e-12
        )
    assert (seen - drawn).std() == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize(
    ("rows", "cols", "labels"), [(16, 24, 3), (4, 4, 2), (30, 12, 6), (12, 18, 4)]
)
def test_a_picture_shows_shapes_on_a_background(rows, cols, labels):
    for seed in range(10):
        drawn, _ = pictures(rows, cols, labels, 0.1, seed)
        counts = np.bincount(drawn.ravel(), minlength=labels)
        assert len(counts) == labels
        assert counts[0] > rows * cols / 3
        assert (counts[1:] > 0).sum() == min(labels - 1, 3)


def test_without_noise_the_answer_is_the_drawing():
    drawn, _ = pictures(8, 12, 3, 0.05, 1)
    run = Run(
        generate("potts-image", rows=8, cols=12, noise_level=0.05, coupling=0.5, seed=1),
        recovery="paper",
    )
    assert run.solve().assignment.reshape(8, 12).tolist() == drawn.tolist()


# -- codes ---------------------------------------------------------------------------------------


@given(st.integers(1, 5), st.integers(1, 4), st.integers(2, 6), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_a_code_word_passes_every_check(times, checks_per_bit, bits_per_check, seed):
    bits = times * bits_per_check
    checks, sent, received = transmission(bits, checks_per_bit, bits_per_check, 0.5, seed)
    assert np.bincount(np.ravel(checks), minlength=bits).tolist() == [checks_per_bit] * bits
    assert all(len(set(check)) == bits_per_check for check in checks)
    assert all(sent[list(check)].sum() % 2 == 0 for check in checks)
    assert len(received) == bits


def test_many_different_words_are_sent():
    words = {tuple(transmission(12, 2, 4, 0.5, seed)[1].tolist()) for seed in range(40)}
    assert len(words) > 20


def test_decoding_is_the_most_likely_code_word():
    parameters = {
        "bits": 8,
        "checks_per_bit": 2,
        "bits_per_check": 4,
        "noise_level": 0.9,
        "seed": 5,
    }
    checks, _, received = transmission(**parameters)
    table = original(generate("parity-checks", **parameters))
    for word in np.ndindex(table.shape):
        passes = all(sum(word[v] for v in check) % 2 == 0 for check in checks)
        likelihood = -sum((y - (1 - 2 * x)) ** 2 for x, y in zip(word, received, strict=True)) / (
            2 * 0.81
        )
        offset = sum(y * y + 1 for y in received) / (2 * 0.81)
        assert table[word] == (pytest.approx(likelihood + offset) if passes else -np.inf)
