"""What is laid over the graph points at the right nodes and edges."""

import json
import re

import numpy as np
import pytest

from rcr.explain.measures import measure
from rcr.explain.pieces import pieces
from rcr.explain.price import widest_clique
from rcr.generators.grid import grid
from rcr.models.samples import samples
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views.network.drawing import picture
from rcr.views.network.picture import COMPACT, CUT
from rcr.views.overlay import Overlay, colour_edges, label_pieces, light_up, mark_clique


@pytest.fixture
def run():
    made = Run(grid(rows=3, cols=3, seed=10), start="forest")
    made.sweep()
    made.recover(["c13"])
    return made


def test_edges_have_the_colour_of_their_number(run):
    drawn, found = picture(run.cloned), measure(run, "impact")
    made = colour_edges(drawn, found)
    assert made.scale[:2] == ("impact", "0")
    assert float(made.scale[2]) == pytest.approx(found.high, rel=1e-2)
    assert made.shade == tuple(np.rint(100 * found.shares).astype(int))
    assert max(made.shade) == 100
    run.converge()
    settled = colour_edges(drawn, measure(run, "residual"))
    assert settled.scale[1:3] == ("0", "0")  # what rounding leaves is not worth a scale
    assert not any(settled.shade)


def test_of_a_part_of_the_model_only_its_edges_are_coloured():
    run = Run(grid(rows=10, cols=10, seed=1))
    drawn = picture(run.cloned, around=0, hops=2)
    found = measure(run, "impact")
    shades = dict(zip(found.relaxed.tolist(), np.rint(100 * found.shares), strict=True))
    assert list(colour_edges(drawn, found).shade) == [shades[k] for k in drawn.constraints.tolist()]


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_the_widest_clique_is_marked(run, kind):
    drawn, clique = picture(run.cloned, kind), widest_clique(run)
    made = mark_clique(drawn, clique)
    names = {drawn.nodes[i]["id"] for i in made.clique_nodes}
    clones = {f"k{k}" for k in clique.clones} if kind == CUT else set()
    assert names == {f"v{v}" for v in clique.variables} | clones
    assert {drawn.constraints[i] for i in made.clique_edges} == set(clique.clones)


def test_edges_light_up_in_the_order_given(run):
    drawn = picture(run.cloned)
    assert light_up(drawn, ["c7", "c0", "c99"]).lit == (7, 0)


def test_every_piece_has_one_label_on_one_of_its_nodes():
    run = Run(samples()["triangle"].load())
    run.converge()
    for kind in (COMPACT, CUT):
        drawn, found = picture(run.cloned, kind), pieces(run)
        labels = label_pieces(drawn, found).labels
        assert len(labels) == len(found) == 6
        assert len({node for node, _, _ in labels}) == 6
        for node, words, hint in labels:
            name = drawn.nodes[node]["id"]
            owner = (
                found.variable_piece[int(name[1:])]
                if name.startswith("v")
                else next(i for i in range(6) if int(name[1:]) in found.piece(i).factors)
            )
            piece = found.piece(int(owner))
            assert words == fixed(piece.value, 2)
            assert hint == f"its piece at its best: {piece.chosen}: {fixed(piece.value)}"


def test_of_sums_a_label_tells_what_is_summed_over():
    run = Run(samples()["triangle"].load(), task="z")
    [*_, (_, _, hint)] = label_pieces(picture(run.cloned, CUT), pieces(run)).labels
    assert re.fullmatch(r"its piece, summed over all states of \w+(, \w+)*: [\d.]+", hint)


def test_many_pieces_get_no_labels():
    run = Run(grid(rows=10, cols=10, seed=1))
    assert label_pieces(picture(run.cloned, CUT), pieces(run)) == Overlay()


def test_one_overlay_over_another(run):
    drawn = picture(run.cloned)
    both = colour_edges(drawn, measure(run, "residual")) | light_up(drawn, ["c7"])
    assert both.lit == (7,)
    assert both.scale[0] == "residual"
    json.dumps(both.as_data(), allow_nan=False)


def test_nothing_wanted_sends_next_to_nothing(run):
    assert len(json.dumps(Overlay().as_data())) < 120


@pytest.mark.parametrize("kind", [COMPACT, CUT])
def test_every_node_knows_the_label_of_its_piece(run, kind):
    drawn, found = picture(run.cloned, kind), pieces(run)
    made = label_pieces(drawn, found)
    assert len(made.piece_of) == len(drawn.nodes)
    owners = found.factor_piece[run.cloned.ground.con_factor]
    for node, place in zip(drawn.nodes, made.piece_of, strict=True):
        number = int(node["id"][1:])
        if node["role"] == "variable":
            owner = found.variable_piece[number]
        elif node["role"] == "clone":
            owner = owners[number]
        else:
            owner = next(i for i in range(len(found)) if number in found.piece(i).factors)
        piece = found.piece(int(owner))
        said = f"its piece at its best: {piece.chosen}: {fixed(piece.value)}"
        assert made.labels[place][2] == said
