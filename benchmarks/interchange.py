"""Models handed to pgmpy and pyAgrum and back: the real libraries see the same numbers.

``python benchmarks/interchange.py [MODELS]`` needs the extra ``bench``. Random Bayesian and Markov
networks are written for each library; every joint value is computed by the library itself, in its
own conventions, and held against the model's; what is read back has the same values again.
``--record`` writes what the libraries' own objects hold to the file that the tests replay, so that
these need no library.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import reduce
from itertools import product
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
import pgmpy
import pyagrum as gum
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import from_regex
from pgmpy.factors.discrete import DiscreteFactor, TabularCPD
from pgmpy.models import DiscreteBayesianNetwork, DiscreteMarkovNetwork, FactorGraph

sys.path.insert(0, str(Path(__file__).parents[1]))  # the models are those of the tests

from rcr.model import Model, ModelError
from rcr.models.interchange import from_pgmpy, from_pyagrum, to_pgmpy, to_pyagrum
from tests.networks import networks
from tests.oracle import original
from tests.strategies import models

IDENTIFIERS = from_regex(r"[a-z][a-z0-9_]{0,7}", fullmatch=True)
RECORD = Path(__file__).parents[1] / "tests" / "models" / "interchange" / "recorded.json"


def joint_of_pgmpy(network: Any) -> Callable[[dict[str, str]], float]:
    """The product of the factors, as pgmpy looks them up."""
    factors = (
        [cpd.to_factor() for cpd in network.get_cpds()]
        if isinstance(network, DiscreteBayesianNetwork)
        else network.get_factors()
    )

    def value(states: dict[str, str]) -> float:
        return float(np.prod([f.get_value(**{n: states[n] for n in f.scope()}) for f in factors]))

    return value


def joint_of_pyagrum(network: Any) -> Callable[[dict[str, str]], float]:
    """The product of the tensors, as pyAgrum multiplies them."""
    parts = (
        [network.cpt(node) for node in network.nodes()]
        if isinstance(network, gum.BayesNet)
        else [network.factor(scope) for scope in network.factors()]
    )
    tensor = reduce(mul, parts)
    return lambda states: float(tensor[{name: states[name] for name in tensor.names}])


WAYS = {
    f"pgmpy {pgmpy.__version__}": (to_pgmpy, from_pgmpy, joint_of_pgmpy),
    f"pyAgrum {gum.__version__}": (to_pyagrum, from_pyagrum, joint_of_pyagrum),
}


def check(model: Model, there: Any, back: Any, joint: Any) -> bool:
    """Whether the model can be handed over; if so, it is the same there and when it is back."""
    try:
        made = there(model)
    except ModelError:
        return False
    value, wanted = joint(made), np.exp(original(model))
    for states in product(*(range(v.card) for v in model.variables)):
        chosen = zip(model.variables, states, strict=True)
        found = value({v.name: v.states[x] for v, x in chosen})
        assert np.isclose(found, wanted[states], rtol=1e-9, atol=0.0), (found, wanted[states])
    again = back(made)
    order = [[v.name for v in again.variables].index(v.name) for v in model.variables]
    assert [again.variables[i] for i in order] == list(model.variables)
    assert np.allclose(np.exp(original(again)).transpose(order), wanted, rtol=1e-9, atol=0.0)
    return True


def main(count: int) -> None:
    kinds = {
        "Bayesian networks": networks(names=IDENTIFIERS),
        "Markov networks": models(max_joint=200, evidence=False),
    }
    for kind, strategy in kinds.items():
        for library, way in WAYS.items():
            done = [0, 0]

            @settings(
                max_examples=count,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(strategy)
            def same(model: Model) -> None:
                done[check(model, *way)] += 1  # noqa: B023 (called before the next turn)

            same()
            print(f"{library}, {kind}: {done[1]} the same, {done[0]} refused with a sentence")


def record() -> None:
    """What real objects hold, by the names of their attributes, and every joint value by them."""
    rain = {"rain": ["no", "yes"]}
    wet = TabularCPD(
        "wet",
        3,
        [[0.7, 0.2, 0.5, 0.1], [0.2, 0.3, 0.25, 0.1], [0.1, 0.5, 0.25, 0.8]],
        ["rain", "sprinkler"],
        [2, 2],
        {"wet": ["dry", "damp", "wet"], **rain, "sprinkler": ["off", "on"]},
    )
    bayes = DiscreteBayesianNetwork([("rain", "wet"), ("sprinkler", "wet"), ("rain", "sprinkler")])
    bayes.add_cpds(
        TabularCPD("rain", 2, [[0.8], [0.2]], state_names=rain),
        TabularCPD(
            "sprinkler",
            2,
            [[0.6, 0.99], [0.4, 0.01]],
            ["rain"],
            [2],
            {"sprinkler": ["off", "on"], **rain},
        ),
        wet,
    )
    assert bayes.check_model()
    pair = DiscreteFactor(["b", "a"], [3, 2], range(1, 7))
    single = DiscreteFactor(["b"], [3], [0.5, 0.0, 2.0])
    markov = DiscreteMarkovNetwork([("a", "b")])
    markov.add_factors(pair, single)
    graph = FactorGraph()
    graph.add_nodes_from(["a", "b", pair, single])
    graph.add_edges_from([("a", pair), ("b", pair), ("b", single)])
    graph.add_factors(pair, single)
    net = gum.BayesNet("rain")
    for name, states in (("wet", ["dry", "damp", "wet"]), ("rain", ["no", "yes"])):
        net.add(gum.LabelizedVariable(name, "", states))
    net.addArc("rain", "wet")
    net.cpt("rain").fillWith([0.8, 0.2])
    net.cpt("wet").fillWith([0.7, 0.2, 0.1, 0.1, 0.3, 0.6])
    field = gum.MarkovRandomField("field")
    for name, card in (("a", 2), ("b", 3), ("alone", 2)):
        field.add(gum.RangeVariable(name, "", 0, card - 1))
    field.addFactor(["b", "a"]).fillWith([1, 2, 3, 4, 5, 6])
    field.addFactor(["b"]).fillWith([0.5, 0.0, 2.0])
    data = {
        "made_with": list(WAYS),
        "pgmpy": {
            "network": _of_pgmpy(bayes, ["rain", "sprinkler", "wet"]),
            "markov": _of_pgmpy(markov, ["a", "b"]),
            "graph": _of_pgmpy(graph, ["a", "b"]),
        },
        "pyagrum": {"network": _of_pyagrum(net), "field": _of_pyagrum(field)},
    }
    RECORD.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _of_pgmpy(network: Any, names: list[str]) -> dict[str, Any]:
    bayesian = isinstance(network, DiscreteBayesianNetwork)
    tables = network.get_cpds() if bayesian else network.get_factors()
    states = {name: list(own) for table in tables for name, own in table.state_names.items()}
    data: dict[str, Any] = {
        "tables": [
            {
                "variable": table.variables[0],
                "variables": list(table.variables),
                "cardinality": np.asarray(table.cardinality).tolist(),
                "values": np.asarray(table.get_values() if bayesian else table.values).tolist(),
                "state_names": table.state_names,
            }
            for table in tables
        ],
    }
    if isinstance(network, FactorGraph):
        data["variable_nodes"] = sorted(network.get_variable_nodes())
    else:
        data |= {"nodes": list(network.nodes()), "edges": [list(e) for e in network.edges()]}
    return data | {"joint": _joint(joint_of_pgmpy(network), {name: states[name] for name in names})}


def _of_pyagrum(network: Any) -> dict[str, Any]:
    ids = sorted(network.nodes())
    variables = [[network.variable(i).name(), list(network.variable(i).labels())] for i in ids]
    bayesian = isinstance(network, gum.BayesNet)
    keys: list[Any] = ids if bayesian else list(network.factors())
    tensors = [network.cpt(key) if bayesian else network.factor(key) for key in keys]
    return {
        "variables": variables,
        "bayesian": bayesian,
        "keys": [key if bayesian else sorted(key) for key in keys],
        "tensors": [{"names": list(t.names), "array": t.toarray().tolist()} for t in tensors],
        "joint": _joint(joint_of_pyagrum(network), dict(map(tuple, variables))),
    }


def _joint(value: Callable[[dict[str, Any]], float], states: dict[str, list[Any]]) -> list[Any]:
    """Every assignment, by the names of variables and states, with its value."""
    assignments = [dict(zip(states, some, strict=True)) for some in product(*states.values())]
    return [[assignment, value(assignment)] for assignment in assignments]


if __name__ == "__main__":
    if "--record" in sys.argv:
        record()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
