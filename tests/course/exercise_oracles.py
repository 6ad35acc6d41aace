"""Marks for exercises, computed again from the model alone: by listing, or by another engine."""

import itertools
from itertools import combinations, pairwise

import networkx as nx
import numpy as np

from rcr import Run
from rcr.course.exercises.certificate import EARLIER, ESTIMATE, EXACT, GAP, MET
from rcr.engines.circuit.engine import Circuit
from tests import oracle


def listing(run, state=None):
    state = state or run.state
    return oracle.Listing(state.relaxation, state.theta.array())


def credit(values, answer, within=0.011):
    """Each number counts the same."""
    return np.mean(
        [abs(given - value) <= within for given, value in zip(answer, values, strict=True)]
    )


def violated(instance, answer):
    """The best entry of every piece, listed; then the constraints whose ends differ."""
    run, best = instance.run, {}
    n = len(run.model.variables)
    for nodes, table in listing(run).parts:
        flat = np.sort(table.ravel())
        assert flat[-1] - flat[-2] > 1e-4, "the piece has one best assignment"
        best |= dict(zip(nodes, np.unravel_index(table.argmax(), table.shape), strict=True))
    wrong = {c.id for c in run.cloned.constraints if best[c.variable] != best[n + c.index]}
    found, false = len(wrong & set(answer)), len(set(answer) - wrong)
    return max(0.0, (found - false) / len(wrong))


def constraint_of(instance):
    """The constraint that the question names first."""
    return instance.run.cloned.indices([instance.posed.question.split("edge ")[1].split(" ")[0]])[0]


def update(instance, answer):
    run, k = instance.run, constraint_of(instance)
    theta = run.state.theta.array()
    m = oracle.pair_table(run.state.relaxation, theta, k, False)
    if instance.level < 3:
        apart = (m[0, 1] + m[1, 0]) / 2
        values = [(m[0, 1] - m[1, 0]) / 2, max(apart, m[0, 0], m[1, 1])][: instance.level]
        after = run.fork().step(int(k))
        start = run.cloned.ground.theta_ptr[k]
        assert abs(after.theta.array()[start + 1] - values[0]) < 1e-9
        assert abs(after.value - max(apart, m[0, 0], m[1, 1])) < 1e-9
        return credit(values, answer)
    own, clone = oracle.theta_of(run.state.relaxation, theta, k)
    a = m + own[:, None] + clone[None, :]
    x = int(instance.posed.question.split("the state ")[1][0])
    rest = [y for y in range(3) if y != x]
    row, column = a[x, rest].max(), a[rest, x].max()
    return credit([row, column, (column - row) / 2], answer)


def paper_rounds(instance, answer):
    """Played again in a new run, with the impacts from the pair tables of another engine."""
    origin = instance.run
    run = Run(origin.model, start="forest", batch=1, recovery="paper")
    run.converge()
    total = 0.0
    for n in range(3):
        engine, theta = Circuit(run.state.relaxation), run.state.theta.array()
        now = engine.value(theta)
        impacts = {}
        for k in run.state.relaxation.relaxed:
            more = run.state.relaxation.with_recovered(np.array([k]))
            impacts[run.cloned.constraints[k].id] = now - Circuit(more).value(theta)
        best = max(impacts, key=impacts.get)
        chosen = answer[n]
        if chosen == best:
            total += 1
        elif chosen in impacts and impacts[chosen] >= 0.5 * impacts[best]:
            total += 0.5
        run.recover([chosen if chosen in impacts else best])
        run.converge()
    return total / 3


def frustrated(instance, answer):
    """A loop is frustrated if no assignment of its variables grants all its wishes."""
    model = instance.run.model

    def wish(i):
        t = model.factors[i].log_table
        return t[0, 0] + t[1, 1] > t[0, 1] + t[1, 0]

    def hopeless(factors):
        variables = sorted({v for i in factors for v in model.factors[i].scope})
        for states in itertools.product((0, 1), repeat=len(variables)):
            x = dict(zip(variables, states, strict=True))
            if all(
                (x[model.factors[i].scope[0]] == x[model.factors[i].scope[1]]) == wish(i)
                for i in factors
            ):
                return False
        return True

    graph = nx.Graph([f.scope for f in model.factors])
    at = {frozenset(f.scope): i for i, f in enumerate(model.factors)}
    squares = [c for c in nx.simple_cycles(graph, length_bound=4) if len(c) == 4]
    loops = [{at[frozenset(pair)] for pair in zip(c, [*c[1:], c[0]], strict=True)} for c in squares]
    (right,) = [loop for loop in loops if hopeless(loop)]
    given = {int(i[1:]) for i in answer}
    if given == right:
        return 1.0
    if len(given | right) - len(given & right) == 1:
        return 0.5
    own = nx.Graph([model.factors[i].scope for i in given])
    if len(given) < 3 or not nx.is_connected(own) or {d for _, d in own.degree} != {2}:
        return 0.0
    return 0.8 if hopeless(given) else 0.5


def certificate(instance, answer):
    """What is proved is compared with the exact value."""
    run, state = instance.run, instance.run.state
    exact = oracle.exact(run.model)
    now = float(listing(run).marginal((), False))
    proved = state.upper <= state.lower + 1e-6
    if run.settings.scheme == "model-split" and not state.relaxation.complete:
        right = ESTIMATE
        proved = False
    elif state.relaxation.complete:
        right = EXACT
    elif proved:
        right = MET if now <= state.lower + 1e-6 else EARLIER
    else:
        right = GAP
        assert state.upper - state.lower > 0.05
    if proved:
        assert abs(state.lower - exact) < 1e-6
    return ((answer[0] == (0 if proved else 1)) + (answer[1] == right)) / 2


def width_at_most_two(graph):
    """A graph has treewidth 2 or less if removing vertices with up to two neighbours empties it."""
    graph = graph.copy()
    while small := [v for v, d in graph.degree if d <= 2]:
        around = list(graph[small[0]])
        graph.remove_node(small[0])
        if len(around) == 2:
            graph.add_edge(*around)
    return len(graph) == 0


def treewidth(instance, answer):
    run = instance.run
    (question,) = instance.form.questions

    def width(relaxation):
        _, at = oracle.nodes_of(relaxation)
        graph = nx.Graph()
        for f in {f for f, _ in at}:
            graph.add_edges_from(combinations({node for (g, _), node in at.items() if g == f}, 2))
        return 1 if nx.is_forest(graph) else 2 if width_at_most_two(graph) else 3

    before = width(run.state.relaxation)
    after = []
    for option in question.options:
        k = run.cloned.indices([option.split(" ")[0]])
        after.append(width(run.state.relaxation.with_recovered(k)))
    (right,) = [i for i, w in enumerate(after) if w > before]
    return float(answer[0] == right)


def bounds_in_order(instance, answer):
    run, values = instance.run, {}
    for name, number in instance.posed.states.items():
        state = run.states[number]
        values[name] = Circuit(state.relaxation).value(state.theta.array())
    if instance.level == 3:
        for given in instance.posed.given:
            total = sum(float(row[1].replace("−", "-")) for row in given.rows[1:])
            assert abs(total - values[given.title[-1]]) < 0.005 * len(given.rows)
    right = sorted(values, key=lambda name: -values[name])
    assert all(values[a] - values[b] > 0.04 for a, b in pairwise(right))
    good = sum(answer.index(a) < answer.index(b) for a, b in combinations(right, 2))
    return max(0.0, good / 3 - 1)


def marginal(instance, answer):
    run, k = instance.run, constraint_of(instance)
    variable, clone = run.cloned.constraints[k].variable, len(run.model.variables) + k
    x = int(instance.form.slots[0].label[-1])
    sums = run.settings.sums
    tables = [listing(run).marginal((node,), sums) for node in (variable, clone)]
    if sums:
        return credit([np.exp(t[x]) / np.exp(t).sum() for t in tables], answer)
    return credit([t[x] for t in tables], answer)


ORACLES = {
    "bounds-in-order": bounds_in_order,
    "certificate": certificate,
    "frustrated": frustrated,
    "marginal": marginal,
    "paper-rounds": paper_rounds,
    "treewidth": treewidth,
    "update": update,
    "violated": violated,
}
