"""Models from networkx graphs and from conditional tables as pgmpy keeps them."""

import doctest

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from rcr.model import ModelError, Variable
from rcr.models import interchange
from rcr.models.interchange import from_cpds, from_networkx
from tests.networks import networks
from tests.oracle import original


def test_the_example_in_the_documentation():
    result = doctest.testmod(interchange)
    assert result.attempted > 10
    assert result.failed == 0


# -- networkx ------------------------------------------------------------------------------------


def test_names_states_potentials_and_tables():
    graph = nx.Graph()
    graph.add_node("a", states=["x", "y", "z"], potential=[1, 2, 3])
    graph.add_node(7, states=2)
    graph.add_edge(7, "b", table=[[2, 1], [1, 2]])
    graph.add_edge("a", 7, table=[[1, 2], [3, 4], [5, 6]])
    model = from_networkx(graph, name="mine")
    assert (model.kind, model.name) == ("MARKOV", "mine")
    assert model.variables == (
        Variable("a", ("x", "y", "z")),
        Variable.numbered("7", 2),
        Variable.numbered("b", 2),
    )
    want = np.einsum("a,ab,bc->abc", [1, 2, 3], [[1, 2], [3, 4], [5, 6]], [[2, 1], [1, 2]])
    assert np.allclose(np.exp(original(model)), want)


def test_a_table_along_a_directed_edge_has_the_source_in_its_rows():
    graph = nx.DiGraph()
    graph.add_nodes_from(["a", "b"])
    graph.add_edge("b", "a", table=[[1, 2], [3, 4]])
    assert np.exp(original(from_networkx(graph)))[0, 1] == pytest.approx(3)


@pytest.mark.parametrize("scope", [("a", "b"), ("b", "a")])
def test_a_scope_says_whose_the_rows_are(scope):
    graph = nx.Graph([("a", "b", {"table": [[1, 2], [3, 4]], "scope": scope})])
    assert np.exp(original(from_networkx(graph)))[0, 1] == pytest.approx(
        2 if scope == ("a", "b") else 3
    )


def test_the_shape_can_say_whose_the_rows_are():
    graph = nx.Graph([("a", "b", {"table": np.arange(6).reshape(3, 2)})])
    graph.nodes["b"]["states"] = 3
    assert np.exp(original(from_networkx(graph)))[1, 2] == pytest.approx(5)


def test_parallel_edges_are_two_factors_and_logs_are_taken_as_they_are():
    graph = nx.MultiGraph(
        [("a", "b", {"table": np.eye(2)}), ("a", "b", {"table": np.full((2, 2), -np.inf)})]
    )
    model = from_networkx(graph, log_space=True)
    assert [f.log_table.tolist() for f in model.factors] == [
        np.eye(2).tolist(),
        np.full((2, 2), -np.inf).tolist(),
    ]


@pytest.mark.parametrize(
    ("attributes", "says"),
    [
        ({}, "edge a – b: it has no table"),
        (
            {"table": [[1, 2], [3, 4]]},
            r"edge a – b: its table is not symmetric; .* scope=\('a', 'b'\), or use a DiGraph",
        ),
        (
            {"table": [1, 2]},
            r"edge a – b: its table has the shape \(2,\); its variables need \(2, 2\)",
        ),
        ({"table": [[1, 2], [3]]}, "edge a – b: its values are no table of numbers"),
        ({"table": [[1, -1], [-1, 1]]}, "edge a – b: .*negative"),
        ({"table": [[1, np.nan], [2, 1]], "scope": ("a", "b")}, "edge a – b: .*not a finite"),
        (
            {"table": np.eye(2), "scope": ("a", "c")},
            "edge a – b: its scope is .*name its two nodes",
        ),
    ],
)
def test_bad_edges(attributes, says):
    with pytest.raises(ModelError, match=says):
        from_networkx(nx.Graph([("a", "b", attributes)]))


def test_bad_nodes():
    with pytest.raises(ModelError, match="two nodes are called '1'"):
        from_networkx(nx.Graph([(1, "1", {"table": np.eye(2)})]))
    graph = nx.Graph()
    graph.add_node("a", states=3, potential=[1, 2])
    with pytest.raises(
        ModelError, match=r"node a: its table has the shape \(2,\); its variables need \(3,\)"
    ):
        from_networkx(graph)
    with pytest.raises(ModelError, match=r"edge a – a: .*twice"):
        from_networkx(nx.Graph([("a", "a", {"table": np.eye(2)})]))


# -- pgmpy ---------------------------------------------------------------------------------------


def cpds_of(network):
    """The tables of a network with its children last, as arguments of TabularCPD."""
    tables = []
    for f in network.factors:
        *parents, child = (network.variables[v] for v in f.scope)
        values = np.moveaxis(np.exp(f.log_table), -1, 0).reshape(child.card, -1)
        table = {"variable": child.name, "variable_card": child.card, "values": values.tolist()}
        table["state_names"] = {v.name: list(v.states) for v in (child, *parents)}
        if parents:
            table |= {
                "evidence": [p.name for p in parents],
                "evidence_card": [p.card for p in parents],
            }
        tables.append(table)
    return tables


class Cpd:
    """What a TabularCPD object offers; its own list of evidence is in reverse order."""

    def __init__(self, table):
        self.variable = table["variable"]
        self.variables = [self.variable, *table.get("evidence", [])]
        self.cardinality = np.array([table["variable_card"], *table.get("evidence_card", [])])
        self.state_names = table["state_names"]
        self._values = np.array(table["values"])

    def get_values(self):
        return self._values

    def get_evidence(self):
        return self.variables[:0:-1]


@settings(deadline=None)
@given(networks())
def test_tables_give_the_network_back(network):
    tables = cpds_of(network)
    edges = [(parent, t["variable"]) for t in tables for parent in t.get("evidence", [])]
    for cpds in (tables, [Cpd(t) for t in tables]):
        again = from_cpds(cpds, edges)
        order = [
            next(i for i, v in enumerate(network.variables) if v.name == own.name)
            for own in again.variables
        ]
        assert [network.variables[i] for i in order] == list(again.variables)
        assert np.allclose(
            np.exp(original(again)), np.exp(np.transpose(original(network), order)), rtol=1e-12
        )
        assert again.kind == "BAYES"


RAIN = {
    "variable": "rain",
    "variable_card": 2,
    "values": [[0.8], [0.2]],
    "state_names": {"rain": ["no", "yes"]},
}
WET = {
    "variable": "wet",
    "variable_card": 2,
    "values": [[0.9, 0.2], [0.1, 0.8]],
    "evidence": ["rain"],
    "evidence_card": [2],
}


def test_a_root_may_have_a_plain_list_and_states_may_be_numbered():
    model = from_cpds([RAIN | {"values": [0.8, 0.2], "state_names": None}, WET])
    assert [v.states for v in model.variables] == [("0", "1"), ("0", "1")]
    assert np.exp(model.factors[1].log_table).tolist() == pytest.approx(
        np.array([[0.9, 0.1], [0.2, 0.8]])
    )


@pytest.mark.parametrize(
    ("cpds", "edges", "says"),
    [
        ([WET], None, "the table of wet: its parent rain has no table of its own"),
        ([RAIN, RAIN], None, "two nodes are called 'rain'"),
        ([RAIN, WET], [], "the edge rain → wet is in the tables only"),
        (
            [RAIN, WET],
            [("rain", "wet"), ("wet", "rain")],
            "the edge wet → rain is in the edges only",
        ),
        ([{"variable": "rain"}], None, "a table has no variable_card"),
        (
            [RAIN, WET | {"evidence_card": [3]}],
            None,
            r"the table of wet: evidence_card and variable_card are \[3, 2\]; .* \[2, 2\]",
        ),
        (
            [RAIN | {"variable_card": 3}],
            None,
            r"the table of rain: evidence_card and variable_card are \[3\]; .* \[2\]",
        ),
        (
            [RAIN, WET | {"values": [[0.9, 0.2]]}],
            None,
            r"the table of wet: its values have the shape \(1, 2\); 2 rows and 2 columns",
        ),
        (
            [RAIN, WET | {"state_names": {"rain": ["yes", "no"]}}],
            None,
            "the table of wet: it names the states of rain otherwise",
        ),
        (
            [RAIN | {"values": [["x"], [1]]}],
            None,
            "the table of rain: its values are no table of numbers",
        ),
        ([RAIN | {"values": [[-1], [2]]}], None, "the table of rain: .*negative"),
        ([RAIN | {"evidence": ["wet"], "values": [[1, 1], [0, 0]]}, WET], None, "no cycle"),
    ],
)
def test_bad_tables(cpds, edges, says):
    with pytest.raises(ModelError, match=says):
        from_cpds(cpds, edges)
