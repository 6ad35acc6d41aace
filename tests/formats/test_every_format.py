"""What every registered format promises, whoever wrote it: registering is being tested."""

from __future__ import annotations

import gzip
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import Factor, Model, ModelError, Variable, generate, load_model, save_model
from rcr.formats import Format, formats, load_model_text
from rcr.registry import plugins
from tests.networks import networks

every_format = pytest.mark.parametrize("name", plugins("format"))
HAND = Variable("hand", ("open", "shut"))
NETWORK = Model((HAND,), (Factor((0,), np.log([0.25, 0.75])),), kind="BAYES", name="one")
GRID = generate("grid", rows=2, cols=2, field=0)
NAMES = ["the names of the variables", "the names of the states"]


def held(found: Format) -> Model:
    """A model that the format has room for."""
    for model in (NETWORK, GRID):
        with suppress(ModelError):
            found.write(model)
            return model
    pytest.fail(f"{found.ending} holds neither a network nor a grid")


@every_format
@settings(deadline=None, max_examples=30)
@given(networks())
def test_what_is_written_comes_back(name, network):
    found = formats()[name]
    try:
        text = found.write(network)
    except ModelError:
        return  # it has no room for this one, and says so
    again = load_model_text(text, f"m{found.ending}")
    assert again.digest == network.digest
    assert again.variables == network.variables or not found.keeps_names


@every_format
@pytest.mark.parametrize("packed", ["", ".gz"])
def test_the_ending_chooses_it_in_any_case(name, packed, tmp_path):
    found = formats()[name]
    model = held(found)
    path = tmp_path / f"one{found.ending.swapcase()}{packed}"
    save_model(model, path)
    data = path.read_bytes()
    assert (gzip.decompress(data) if packed else data).decode() == found.write(model)
    again = load_model(path)
    assert (again.digest, again.name) == (model.digest, "one")


@every_format
def test_an_opening_tells_it_where_the_name_does_not(name):
    found = formats()[name]
    model = held(found)
    text = found.write(model)
    if found.openings:
        assert text.lower().startswith(tuple(opening.lower() for opening in found.openings))
        assert load_model_text(text, "upload").digest == model.digest


@every_format
def test_what_is_left_out_is_told(name):
    found = formats()[name]
    assert found.left_out(NETWORK) == ([] if found.keeps_names else NAMES)
    model = held(found)
    observed = model.observe({model.variables[0].name: 1})
    again = load_model_text(found.write(observed), f"m{found.ending}")
    assert again.evidence == (observed.evidence if found.keeps_evidence else {})


@pytest.mark.parametrize("name", ["bif", "json", "lg", "uai"])
def test_ours_hold_every_network(name):
    assert held(formats()[name]) is NETWORK


def test_no_two_formats_claim_the_same():
    endings = [found.ending.lower() for found in formats().values()]
    openings = [word.lower() for found in formats().values() for word in found.openings]
    assert len(set(endings)) == len(endings)
    assert len(set(openings)) == len(openings)
