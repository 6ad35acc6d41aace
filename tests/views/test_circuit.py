"""The picture of a circuit: its numbers are the engine's, and what is bold is what a θ moves."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import Run, generate
from rcr.engines.circuit import Circuit
from rcr.engines.circuit.graph import fed_by, root
from rcr.models.samples import samples
from rcr.views import palette
from rcr.views.circuit import (
    COMPONENTS,
    CONE,
    MAX_NODES,
    ROOM_NODES,
    WHOLE,
    draw_circuit,
    fed,
    last_touched,
    node_values,
    parts,
    usual_part,
)
from tests.strategies import FINITE, models, relaxations, seeds

both_tasks = pytest.mark.parametrize("sums", [False, True])


def triangle(**more) -> Run:
    run = Run(samples()["triangle"].load(), **more)
    run.sweep(2)
    return run


def drawing(run: Run, k: int | None, part: str = WHOLE) -> ElementTree.Element:
    circuit = Circuit(run.state.relaxation, run.settings.sums)
    return ElementTree.fromstring(
        draw_circuit(circuit, run.state.theta.array(), k, parts(circuit, k)[part])
    )


def shapes(picture: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return [part for part in picture.iter() if part.tag.endswith(f"}}{tag}")]


def bold(picture: ElementTree.Element) -> int:
    """Inner nodes with a bold rim, and leaves in that colour."""
    return sum(
        palette.MARK in (box.get("stroke"), box.get("fill")) for box in shapes(picture, "rect")
    )


@both_tasks
@settings(max_examples=40, deadline=None)
@given(relaxation=relaxations(models(kinds=FINITE)), number=seeds)
def test_exactly_what_a_theta_feeds_can_change_with_it(sums, relaxation, number):
    rng, circuit, ptr = (
        np.random.default_rng(number),
        Circuit(relaxation, sums),
        relaxation.cloned.ground.theta_ptr,
    )
    theta = rng.normal(size=2 * int(ptr[-1]))
    before = node_values(circuit, theta)
    assert before[root(circuit)] + relaxation.cloned.constant == pytest.approx(
        circuit.value(theta), rel=1e-9, abs=1e-9
    )
    for k in relaxation.relaxed:
        other = theta.copy()
        for side in (0, int(ptr[-1])):  # all states alike, so that a maximum moves as well
            other[side + ptr[k] : side + ptr[k + 1]] += 1.0
        changed = set(
            np.flatnonzero(
                node_values(circuit, other)[: circuit.size.nodes] != before[: circuit.size.nodes]
            ).tolist()
        )
        assert changed == fed(circuit, int(k))


@settings(max_examples=40, deadline=None)
@given(relaxation=relaxations())
def test_every_part_is_about_the_theta_and_fits(relaxation):
    circuit = Circuit(relaxation)
    for k in map(int, relaxation.relaxed):
        found = parts(circuit, k)
        assert all(len(part) <= MAX_NODES for part in found.values())
        leaves = {i for i in fed_by(circuit, k) if i < len(circuit.nodes.source)}
        assert all(leaves <= part for part in found.values())
        if COMPONENTS in found:
            assert fed_by(circuit, k) <= found[COMPONENTS]
        if WHOLE in found:
            assert all(part <= found[WHOLE] for part in found.values())
            assert len(found[WHOLE]) == circuit.size.nodes
        for part in found.values():
            picture = ElementTree.fromstring(
                draw_circuit(circuit, np.zeros(len(circuit.nodes.theta)), k, part)
            )
            assert len(shapes(picture, "rect")) == len(part)
        assert found == {} or len(found[usual_part(found)]) <= max(
            ROOM_NODES, min(map(len, found.values()))
        )


@pytest.mark.parametrize("task", ["mpe", "z"])
def test_the_picture_of_a_small_circuit(task):
    run = triangle(task=task)
    circuit = Circuit(run.state.relaxation, run.settings.sums)
    picture = drawing(run, 3)
    words = [text.text for text in shapes(picture, "text")]
    assert len(shapes(picture, "rect")) == circuit.size.nodes
    assert len(shapes(picture, "path")) == circuit.size.edges
    assert bold(picture) == len(fed(circuit, 3))
    assert words.count("×") == (circuit.nodes.kind == 1).sum() + 1
    assert words.count("+" if task == "z" else "max") == (circuit.nodes.kind == 2).sum()
    assert f"{run.state.value - run.cloned.constant:.2f}" in words
    ptr, theta = run.cloned.ground.theta_ptr, run.state.theta.array()
    constraint = run.cloned.constraints[3]
    name = run.model.variables[constraint.variable].name
    assert (
        f"θ_{constraint.factor}({name}=1) {theta[ptr[3] + 1] + 0.0:.2f}".replace("-", "−") in words
    )
    assert ElementTree.tostring(picture) == ElementTree.tostring(drawing(run, 3)), (
        "the same every time"
    )


def test_nothing_is_bold_where_nothing_is_relaxed():
    run = triangle()
    run.recover([c.id for c in run.cloned.constraints])
    assert last_touched(run) is None
    assert bold(drawing(run, None)) == 0


def test_of_a_large_circuit_the_way_up_from_theta_is_drawn_as_far_as_there_is_room():
    run = Run(generate("grid", rows=6, cols=6), start="forest")
    circuit, k = Circuit(run.state.relaxation), int(run.state.relaxation.relaxed[0])
    found = parts(circuit, k)
    assert list(found) == [CONE]
    assert len(found[CONE]) <= ROOM_NODES
    picture = drawing(run, k, CONE)
    left_out = sum(box.get("stroke-dasharray") is not None for box in shapes(picture, "rect"))
    assert left_out > 0
    assert any(path.get("stroke-dasharray") for path in shapes(picture, "path")), (
        "the way on to the root"
    )


def test_the_last_touched_theta():
    run = triangle()
    run.step("c2")
    assert last_touched(run) == 2
    run.step("c4")
    assert last_touched(run) == 4
    run.recover(["c4"])
    assert last_touched(run) == 2
    assert last_touched(Run(samples()["triangle"].load())) == 0
