"""The project's own JSON format keeps names, evidence and every bit of the numbers; what is not
one gets a sentence.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from rcr import ModelError, generate, load_model, save_model
from rcr.formats.json_data import parse
from rcr.formats.model_json import from_dict, to_dict
from rcr.formats.source import text_source
from tests.strategies import models


@given(models())
def test_round_trip_is_bit_for_bit(model):
    again = from_dict(json.loads(json.dumps(to_dict(model))), "m.json")
    assert again.digest == model.digest
    assert again.variables == model.variables


@pytest.mark.parametrize("name", ["m.json", "m.json.gz"])
def test_through_a_file(tmp_path, name):
    model = generate("grid", rows=2, cols=3).observe({"0,1": "1"})
    save_model(model, tmp_path / name)
    again = load_model(tmp_path / name)
    assert again.digest == model.digest
    assert [v.name for v in again.variables] == [v.name for v in model.variables]


def changed(**changes):
    return {**to_dict(generate("grid", rows=1, cols=2)), **changes}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "not a model"),
        (changed(version=2), "version 2"),
        (changed(variables=None), "damaged"),
        (changed(variables=[{"name": "a", "states": []}]), "names a variable outside"),
        (changed(factors=[{"scope": [0, 1], "log_table": [0.0]}]), "has 1 entries"),
        (changed(factors=[{"scope": [0, 0], "log_table": [0.0] * 4}]), "twice"),
        (changed(factors=[{"scope": [0], "log_table": [0.0, "x"]}]), "damaged"),
        (changed(factors=[{"scope": [0], "log_table": [0.0, float("nan")]}]), "not a finite"),
        (changed(evidence=[[0, 9]]), "states 0..1"),
        (changed(evidence=[0]), "damaged"),
        (changed(version=[[1]]), "version a list is unknown"),
        (changed(kind="MARKOV\nBAYES"), "the kind is 'MARKOV.*BAYES'; it must be MARKOV or BAYES"),
        (changed(variables=[{"name": "\ud800", "states": ["a"]}]), "damaged"),
        (
            changed(factors=[{"scope": [0] * 64, "log_table": []}]),
            "has 0 entries; its variables need 1.8",
        ),
    ],
)
def test_damaged_models_get_a_sentence(data, says):
    with pytest.raises(ModelError, match=says) as error:
        from_dict(data, "m.json")
    assert str(error.value).startswith("m.json: ")


def test_text_that_is_not_json_names_the_line():
    with pytest.raises(ModelError, match=r"m\.json, line 2: this is not JSON"):
        parse(text_source('{"a": 1,\n oops}', "m.json"))


def test_limits(monkeypatch, tmp_path):
    text = json.dumps(changed())
    with monkeypatch.context() as patch:
        patch.setattr("rcr.formats.json_data.MAX_JSON_BYTES", 100)
        with pytest.raises(ModelError, match=r"m\.json: the text is longer than"):
            parse(text_source(text, "m.json"))
    for limit, what in (("MAX_LISTS", "lists"), ("MAX_NAMES", "names")):
        with monkeypatch.context() as patch:
            patch.setattr(f"rcr.formats.json_data.{limit}", 5)
            with pytest.raises(ModelError, match=rf"m\.json: there are more than 5 {what} in it"):
                parse(text_source(text, "m.json"))
    monkeypatch.setattr("rcr.formats.model_json.MAX_JSON_BYTES", 100)
    with pytest.raises(ModelError, match=r"too long to be read again; save it as \.uai or \.LG"):
        save_model(generate("grid", rows=1, cols=2), tmp_path / "m.json")
