"""Models to and from other libraries by their data: networkx graphs with tables, conditional tables
in the form that pgmpy uses, and the models of pgmpy and pyAgrum themselves.

Reading asks an object for its data and needs no library; only writing one does.

A pairwise model on a graph:

>>> import networkx as nx
>>> graph = nx.Graph()
>>> graph.add_node("rain", states=["no", "yes"], potential=[0.8, 0.2])
>>> graph.add_node("wet", states=["no", "yes"])
>>> graph.add_edge("rain", "wet", table=[[0.9, 0.1], [0.2, 0.8]], scope=("rain", "wet"))
>>> model = from_networkx(graph)
>>> [(v.name, v.states) for v in model.variables]
[('rain', ('no', 'yes')), ('wet', ('no', 'yes'))]
>>> [f.scope for f in model.factors]
[(0,), (0, 1)]

The same model as a Bayesian network, with the arguments of pgmpy's ``TabularCPD``:

>>> rain = {"variable": "rain", "variable_card": 2, "values": [[0.8], [0.2]],
...         "state_names": {"rain": ["no", "yes"]}}
>>> wet = {"variable": "wet", "variable_card": 2, "values": [[0.9, 0.2], [0.1, 0.8]],
...        "evidence": ["rain"], "evidence_card": [2]}
>>> network = from_cpds([rain, wet], edges=[("rain", "wet")])
>>> round(float(network.log_value([0, 0]) - model.log_value([0, 0])), 12)
0.0

And back, for pgmpy or for anything that takes such data:

>>> [table["variable"] for table in to_cpds(network)]
['rain', 'wet']
>>> to_cpds(network)[1]["values"].round(3).tolist()
[[0.9, 0.2], [0.1, 0.8]]
"""

from rcr.models.interchange.cpds import from_cpds, to_cpds
from rcr.models.interchange.networkx_graph import from_networkx
from rcr.models.interchange.parts import evidence_of
from rcr.models.interchange.pgmpy_model import from_pgmpy, to_pgmpy
from rcr.models.interchange.pyagrum_model import from_pyagrum, to_pyagrum

__all__ = [
    "evidence_of",
    "from_cpds",
    "from_networkx",
    "from_pgmpy",
    "from_pyagrum",
    "to_cpds",
    "to_pgmpy",
    "to_pyagrum",
]
