"""Where a model comes from: to plain data and back, to text and back, and what is refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, registry, save_model
from rcr.formats import model_json
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import FileOrigin, ModelItself, SampleOrigin, read_origin
from rcr.models.samples import samples
from rcr.registry import Between, Choice
from tests.strategies import models

GRID = GeneratorCall("grid", {"rows": 2, "cols": 3, "seed": 5})
ORIGINS = (GRID, SampleOrigin("triangle"), ModelItself(GRID.make()))


def some_value(parameter):
    match parameter.domain:
        case Between(low, high):
            number = st.integers if parameter.kind is int else st.floats
            return number(parameter.kind(low), parameter.kind(high))
        case Choice(options):
            return st.sampled_from(options)
    return st.booleans()


@st.composite
def calls(draw):
    plugin = draw(st.sampled_from(list(registry.plugins("generator").values())))
    chosen = draw(st.sets(st.sampled_from(plugin.parameters)))
    return GeneratorCall(plugin.name, {p.name: draw(some_value(p)) for p in chosen})


@pytest.mark.parametrize("origin", ORIGINS, ids=lambda origin: type(origin).__name__)
def test_an_origin_makes_the_same_model_after_a_way_through_plain_data(origin):
    again = read_origin(json.loads(json.dumps(origin.to_dict())), "here")
    assert type(again) is type(origin)
    assert again.make().digest == origin.make().digest


@settings(max_examples=200, deadline=None)
@given(calls())
def test_a_call_is_the_same_after_a_way_through_text_and_data(call):
    assert GeneratorCall.parse(str(call)) == call
    assert hash(GeneratorCall.parse(str(call))) == hash(call)
    assert read_origin(json.loads(json.dumps(call.to_dict())), "here") == call


@settings(max_examples=100, deadline=None)
@given(models())
def test_a_model_itself_is_kept_whole(model):
    assert read_origin(ModelItself(model).to_dict(), "here").make().digest == model.digest


def test_the_plain_data_are_those_of_run_files():
    assert GRID.to_dict() == {"generator": "grid", "parameters": {"rows": 2, "cols": 3, "seed": 5}}
    assert SampleOrigin("ties").to_dict() == {"sample": "ties"}
    model = GRID.make()
    assert ModelItself(model).to_dict() == model_json.to_dict(model)


def test_a_file_is_read_when_the_model_is_wanted(tmp_path):
    path = tmp_path / "grid.json"
    save_model(GRID.make(), path)
    origin = FileOrigin(str(path))
    assert origin.to_dict() == {"file": str(path)}
    assert origin.make().digest == GRID.make().digest


def test_data_from_elsewhere_name_no_file_of_this_machine(tmp_path):
    path = tmp_path / "grid.json"
    save_model(GRID.make(), path)
    with pytest.raises(ModelError, match="the link: this is not a model"):
        read_origin({"file": str(path)}, "the link")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("grid", "is no model; write a generator's call"),
        ('open("grid")', "is no model"),
        ('generate("grid", rows=open("x"))', "is no model"),
        ('generate("grid", "more")', "is no model"),
        ('generate("gird")', "there is no generator called 'gird'"),
        ('generate("grid", rows=0)', "rows must lie between"),
        ('generate("grid", height=3)', "has no parameter 'height'"),
    ],
)
def test_what_is_no_call_is_refused(text, complaint):
    with pytest.raises(ModelError, match=complaint):
        GeneratorCall.parse(text)


def test_an_unknown_sample_is_named_with_those_there_are():
    with pytest.raises(
        ModelError, match=f"no sample model called 'moon'; .*{next(iter(samples()))}"
    ):
        SampleOrigin("moon").make()
