"""pgmpy's and pyAgrum's models, replayed from what their own objects held.

``benchmarks/interchange.py`` recorded it and holds random models against the real libraries.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

from rcr.model import Factor, Model, ModelError, Variable
from rcr.models.interchange import (
    evidence_of,
    from_cpds,
    from_pgmpy,
    from_pyagrum,
    to_cpds,
    to_pgmpy,
    to_pyagrum,
)
from rcr.models.interchange.parts import plain_factors
from tests.networks import networks
from tests.oracle import joint, original
from tests.strategies import models

RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text(encoding="utf-8"))


def pgmpy_object(data):
    """What a network of pgmpy answers."""
    tables = []
    for table in data["tables"]:
        values = np.array(table["values"])
        tables.append(
            SimpleNamespace(**table | {"values": values, "get_values": lambda v=values: v})
        )
    if "variable_nodes" in data:
        answers = {"get_variable_nodes": data["variable_nodes"], "get_factors": tables}
        answers["nodes"] = []  # which holds the factors as well
    else:
        kind = "get_cpds" if data["tables"][0]["variable"] == "rain" else "get_factors"
        edges = [tuple(edge) for edge in data["edges"]]
        answers = {"nodes": data["nodes"], "edges": edges, kind: tables}
    return SimpleNamespace(**{name: lambda said=said: said for name, said in answers.items()})


def pyagrum_object(data):
    """What a network of pyAgrum answers."""
    variables = [
        SimpleNamespace(name=lambda n=name: n, labels=lambda own=tuple(labels): own)
        for name, labels in data["variables"]
    ]
    tensors = {
        str(key): SimpleNamespace(names=tuple(t["names"]), toarray=lambda a=t["array"]: np.array(a))
        for key, t in zip(data["keys"], data["tensors"], strict=True)
    }
    made = SimpleNamespace(nodes=lambda: set(range(len(variables))), variable=variables.__getitem__)
    if data["bayesian"]:
        made.cpt = lambda node: tensors[str(node)]
    else:
        made.factors = lambda: [set(key) for key in data["keys"]]
        made.factor = lambda scope: tensors[str(sorted(scope))]
    return made


def check(model, data):
    """Every value is the one that the library itself gave."""
    places = {v.name: i for i, v in enumerate(model.variables)}
    assert data["joint"]
    for assignment, wanted in data["joint"]:
        states = [0] * len(places)
        for name, state in assignment.items():
            states[places[name]] = model.variables[places[name]].states.index(str(state))
        assert np.exp(model.log_value(states)) == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize(
    ("what", "kind"), [("network", "BAYES"), ("markov", "MARKOV"), ("graph", "MARKOV")]
)
def test_what_pgmpy_holds_is_read(what, kind):
    data = RECORDED["pgmpy"][what]
    model = from_pgmpy(pgmpy_object(data), name=what)
    assert (model.kind, model.name) == (kind, what)
    check(model, data)


@pytest.mark.parametrize(("what", "kind"), [("network", "BAYES"), ("field", "MARKOV")])
def test_what_pyagrum_holds_is_read(what, kind):
    data = RECORDED["pyagrum"][what]
    model = from_pyagrum(pyagrum_object(data))
    assert model.kind == kind
    assert [[v.name, list(v.states)] for v in model.variables] == data["variables"]
    check(model, data)


def test_factors_that_disagree_are_refused():
    data = json.loads(json.dumps(RECORDED["pgmpy"]["markov"]))
    data["tables"][1]["state_names"]["b"].reverse()
    with pytest.raises(
        ModelError, match=r"the factor over b, a: it names the states of b otherwise"
    ):
        from_pgmpy(pgmpy_object(data))
    data["nodes"].append("alone")
    with pytest.raises(ModelError, match="the node alone is in no factor"):
        from_pgmpy(pgmpy_object(data))


# -- writing ---------------------------------------------------------------------------------------


@settings(deadline=None)
@given(networks(child_last=False))
def test_a_network_comes_back_from_its_tables(network):
    again = from_cpds(to_cpds(network))
    assert again.variables == network.variables
    assert np.allclose(np.exp(original(again)), np.exp(original(network)), rtol=1e-12)


@settings(deadline=None)
@given(models())
def test_a_model_is_the_product_of_its_plain_factors(model):
    tables = plain_factors(model)
    cards = [v.card for v in model.variables]
    with np.errstate(divide="ignore"):
        whole = joint(range(len(cards)), cards, [(s, np.log(t)) for s, t in tables.items()])
    bare = original(Model(model.variables, model.factors))
    assert np.allclose(np.exp(whole), np.exp(bare), rtol=1e-9)
    assert {v for scope in tables for v in scope} == {*range(len(cards))}


@pytest.mark.parametrize("log", [800.0, -800.0])
def test_what_plain_numbers_cannot_hold_is_refused(log):
    variable = Variable.numbered("x", 2)
    with pytest.raises(ModelError, match="the factor over x: its values are beyond the range"):
        plain_factors(Model((variable,), (Factor((0,), np.array([0.0, log])),)))


def test_nothing_cannot_be_handed_over():
    with pytest.raises(ModelError, match="without variables"):
        plain_factors(Model((), (Factor((), np.array(1.0)),)))


def test_evidence_by_names():
    model = Model((Variable("rain", ("no", "yes")),), ()).observe({"rain": "yes"})
    assert evidence_of(model) == {"rain": "yes"}


@pytest.mark.parametrize(("write", "name"), [(to_pgmpy, "pgmpy.models"), (to_pyagrum, "pyagrum")])
def test_without_the_library_it_says_so(monkeypatch, write, name):
    monkeypatch.setitem(sys.modules, name, None)  # as if it were not there
    with pytest.raises(ModelError, match=f"{name} is not installed here"):
        write(Model((Variable.numbered("x", 2),), ()))
