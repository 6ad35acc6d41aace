"""The model: what it refuses, evidence by conditioning, values of assignments, the fingerprint."""

from itertools import product

import numpy as np
import pytest

from rcr.model import Factor, Model, ModelError, Variable


def chain(**more):
    """Weather → sprinkler → grass, with a zero."""
    variables = (
        Variable("weather", ("sun", "rain")),
        Variable("sprinkler", ("off", "on", "broken")),
        Variable.numbered("grass", 2),
    )
    factors = (
        Factor.of((0,), [0.7, 0.3]),
        Factor.of((0, 1), [[0.5, 0.4, 0.1], [0.9, 0.0, 0.1]]),
        Factor.of((2, 1), [[0.8, 0.1, 0.6], [0.2, 0.9, 0.4]]),
    )
    return Model(variables, factors, "BAYES", "lawn", **more)


def test_a_variable_numbers_its_states():
    assert Variable.numbered("x", 3) == Variable("x", ("0", "1", "2"))
    assert Variable.numbered("x", 3).card == 3


def test_a_factor_is_a_read_only_copy():
    table = np.zeros((2, 2))
    factor = Factor((0, 1), table)
    table[0, 0] = 5
    assert factor.log_table[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        factor.log_table[0, 0] = 1


def test_a_zero_is_minus_infinity():
    assert Factor.of((0,), [0, 1]).log_table.tolist() == [-np.inf, 0]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Factor((0, 1), np.zeros(2)),
            "over 2 variables needs a table with as many axes, not 1",
        ),
        (lambda: Factor((1, 1), np.zeros((2, 2))), r"names a variable twice in its scope \(1, 1\)"),
        (
            lambda: Factor((0,), [0, np.nan]),
            r"over variables \(0,\) has an entry that is not a finite",
        ),
        (
            lambda: Factor((0,), [0, np.inf]),
            r"over variables \(0,\) has an entry that is not a finite",
        ),
        (lambda: Factor.of((0,), [1, -1]), r"over variables \(0,\) has a negative entry"),
        (
            lambda: Factor.of((0,), [1, np.nan]),
            r"over variables \(0,\) has an entry that is not a finite",
        ),
        (lambda: Model((Variable("x", ()),), ()), "variable x has no states"),
        (
            lambda: Model((Variable.numbered("x", 2),), (Factor((1,), np.zeros(2)),)),
            r"factor 0 names a variable outside 0\.\.0: \(1,\)",
        ),
        (
            lambda: Model((Variable.numbered("x", 2),), (Factor((-1,), np.zeros(2)),)),
            r"factor 0 names a variable outside 0\.\.0",
        ),
        (
            lambda: Model((Variable.numbered("x", 2),), (Factor((0,), np.zeros(3)),)),
            r"table of shape \(3,\); its variables need \(2,\)",
        ),
        (
            lambda: chain(evidence={3: 0}),
            r"evidence names variable 3; the model has variables 0\.\.2",
        ),
        (
            lambda: chain(evidence={1: 3}),
            r"sets variable sprinkler to state 3; it has states 0\.\.2",
        ),
        (lambda: chain(evidence={1: -1}), "sets variable sprinkler to state -1"),
        (lambda: chain().observe({"snow": 1}), "evidence names the unknown variable 'snow'"),
        (
            lambda: chain().observe({"sprinkler": "leaking"}),
            "variable sprinkler has no state 'leaking'; it has off, on, broken",
        ),
    ],
)
def test_what_is_refused(make, sentence):
    with pytest.raises(ModelError, match=sentence):
        make()


def test_a_model_may_be_empty():
    assert Model((), ()).log_value([]) == 0
    assert Model((), (Factor((), np.array(-2.0)),)).log_value([]) == -2


def test_cards():
    assert chain().cards.tolist() == [2, 3, 2]


def test_evidence_by_index_or_name_replaces_the_evidence_before():
    model = chain(evidence={0: 1})
    observed = model.observe({"sprinkler": "broken", 2: 0, "weather": 0})
    assert observed.evidence == {0: 0, 1: 2, 2: 0}
    assert list(observed.evidence) == [0, 1, 2]
    assert model.evidence == {0: 1}
    assert model.observe({}).evidence == {}


def test_conditioning_removes_observed_variables_and_nothing_else():
    reduced = chain(evidence={1: 2}).conditioned
    assert [f.scope for f in reduced] == [(0,), (0,), (2,)]
    assert np.allclose(np.exp(reduced[2].log_table), [0.6, 0.4])
    assert [f.scope for f in chain(evidence={0: 0, 1: 0, 2: 0}).conditioned] == [(), (), ()]
    plain = chain()
    assert plain.conditioned is plain.factors


@pytest.mark.parametrize("evidence", [{}, {0: 1}, {1: 1, 2: 0}, {0: 0, 1: 0, 2: 1}])
def test_the_conditioned_factors_have_the_value_of_the_model(evidence):
    model = chain(evidence=evidence)
    for x in product(range(2), range(3), range(2)):
        if all(x[v] == state for v, state in evidence.items()):
            reduced = sum(
                float(f.log_table[tuple(x[v] for v in f.scope)]) for f in model.conditioned
            )
            assert model.log_value(x) == pytest.approx(reduced)
        else:
            assert model.log_value(x) == -np.inf


def test_the_value_of_an_assignment():
    assert chain().log_value([0, 1, 1]) == pytest.approx(np.log(0.7 * 0.4 * 0.9))
    assert chain().log_value([1, 1, 0]) == -np.inf


def test_the_fingerprint_tells_numbers_structure_and_evidence_apart_but_not_names():
    model = chain()
    one_entry = (Factor.of((0,), [0.7, np.nextafter(0.3, 1)]), *model.factors[1:])
    other_scope = (
        model.factors[0],
        model.factors[1],
        Factor((2, 1), model.factors[2].log_table[::-1]),
    )
    changed = [
        Model(model.variables, one_entry, "BAYES"),
        Model(model.variables, other_scope, "BAYES"),
        Model(model.variables, model.factors[:2], "BAYES"),
        Model(model.variables, model.factors, "MARKOV"),
        Model((*model.variables, Variable.numbered("more", 2)), model.factors, "BAYES"),
        model.observe({0: 0}),
    ]
    assert len({model.digest, *(m.digest for m in changed)}) == len(changed) + 1
    renamed = Model(
        tuple(Variable.numbered(f"v{i}", c) for i, c in enumerate((2, 3, 2))),
        model.factors,
        "BAYES",
        "other",
    )
    assert renamed.digest == model.digest
