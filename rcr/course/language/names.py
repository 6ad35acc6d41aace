"""Words of the vocabulary that are texts: what things are called, and the answer so far."""

from __future__ import annotations

from rcr.course.language.facts import Facts, edge_name


def name(facts: Facts, constraint: str) -> str:
    """What a constraint is called: the variable, and the factor its clone is in."""
    return edge_name(facts.run, facts.constraint(constraint))


def state(facts: Facts, variable: str) -> str:
    """The state of a variable in the best assignment found so far."""
    v = facts.variable(variable)
    return facts.run.model.variables[v].states[int(facts.state.assignment[v])]


def assignment(facts: Facts) -> str:
    """The best assignment found so far, variable by variable."""
    pairs = zip(facts.run.model.variables, facts.state.assignment, strict=True)
    return ", ".join(f"{variable.name} = {variable.states[int(x)]}" for variable, x in pairs)


def reason(facts: Facts) -> str:
    """Why the answer is proved; empty while it is not."""
    certificate = facts.state.certificate
    return certificate.reason if certificate is not None else ""
