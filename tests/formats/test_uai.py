"""UAI files: what is read, every oddity seen in real ones, and that writing gives back what was
read.
"""

import gzip
from decimal import Decimal
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rcr.formats import (
    load_evidence,
    load_evidence_text,
    load_model,
    load_model_text,
    save_evidence,
    save_model,
    uai,
)
from rcr.formats.tokens import Tokens
from rcr.formats.uai import format_model
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable

SMALL = """MARKOV
3
2 2 3
3
1 0
2 0 1
2 1 2

2
 0.436 0.564

4
 0.128 0.872
 0.920 0.080

6
 0.210 0.333 0.457
 0.811 0 0.189
"""


def tables(model):
    return [np.exp(f.log_table).tolist() for f in model.factors]


def significant(number):
    """How many digits a written number has, without zeros at either end."""
    return len(Decimal(number).normalize().as_tuple().digits)


def same(a, b):
    """Same structure and bit-identical numbers."""
    return a.digest == b.digest


def test_variables_factors_and_layout_of_a_table():
    model = load_model_text(SMALL, "folder/small.uai")
    assert model.name == "small"
    assert model.kind == "MARKOV"
    assert [v.name for v in model.variables] == ["X0", "X1", "X2"]
    assert [v.states for v in model.variables] == [("0", "1"), ("0", "1"), ("0", "1", "2")]
    assert [f.scope for f in model.factors] == [(0,), (0, 1), (1, 2)]
    assert model.factors[2].log_table[0, 2] == np.log(0.457)
    assert model.factors[2].log_table[1, 1] == -np.inf


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda t: t.lower(), id="header in lower case"),
        pytest.param(lambda t: t.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(lambda t: t.replace("\n", "\r"), id="CR"),
        pytest.param(lambda t: t.replace(" ", "\t"), id="tabs"),
        pytest.param(lambda t: t.rstrip(), id="no final newline"),
        pytest.param(lambda t: " ".join(t.split()), id="all on one line"),
        pytest.param(lambda t: "\n".join(t.split()), id="a line for each word"),
        pytest.param(lambda t: t.replace("\n", "  \n\n"), id="trailing and empty space"),
        pytest.param(
            lambda t: t.replace("0.128", "1.28E-1").replace("0.080", "+8e-02"), id="exponents"
        ),
        pytest.param(lambda t: t + "0\n3 0 1 2\nthe end ∎ -1 nan", id="text after the last table"),
        pytest.param(
            lambda t: "/* a * model / of\n mine */" + t.replace("2 2 3", "2/**/2 /*/ three */ 3"),
            id="comments",
        ),
        pytest.param(lambda t: "\ufeff" + t, id="byte order mark"),
        pytest.param(lambda t: gzip.compress(t.encode()), id="gzip"),
        pytest.param(
            lambda t: gzip.compress(t[:50].encode()) + gzip.compress(t[50:].encode()),
            id="gzip in two members",
        ),
    ],
)
def test_oddities_of_spelling_change_nothing(change):
    assert same(load_model_text(change(SMALL), "odd.uai"), load_model_text(SMALL, "small.uai"))


@pytest.mark.parametrize("chunk", range(8, 48))
def test_words_and_comments_across_chunks_are_kept_whole(monkeypatch, chunk):
    text = SMALL.replace("\n", " /* a comment\n of two lines */\n")
    whole = load_model_text(text)
    monkeypatch.setattr(uai, "Tokens", partial(Tokens, chunk=chunk))
    assert same(load_model_text(text), whole)
    with pytest.raises(
        ModelError, match="line 33: entry 2 of the table of factor 2 over X1, X2 is 'x'"
    ):
        load_model_text(text.replace("0.457", "x"))


def test_structural_oddities():
    text = """BAYES 4
        1 2 2 5
        5
        0
        2 0 1
        2 0 1
        1 1
        0
        1 2.5
        2 0.3 0.6
        2 0.7 0.7
        2 0 1
        1 0"""
    model = load_model_text(text)
    assert model.kind == "BAYES"
    assert [v.card for v in model.variables] == [1, 2, 2, 5]
    assert [f.scope for f in model.factors] == [(), (0, 1), (0, 1), (1,), ()]
    assert np.allclose(np.exp(model.factors[0].log_table), 2.5)
    assert tables(model)[3:] == [[0.0, 1.0], 0.0]


def test_no_variables_and_no_factors():
    assert load_model_text("MARKOV 0 0").variables == ()
    assert load_model_text("MARKOV 0\n\n1 0 1 0.5").log_value([]) == np.log(0.5)
    assert load_model_text("MARKOV 2 2 2 0").factors == ()


def test_twelve_variables_in_one_factor():
    values = np.random.default_rng(0).random((2,) * 12)
    text = (
        f"MARKOV 12 {'2 ' * 12} 1 12 {' '.join(map(str, reversed(range(12))))} 4096 "
        f"{' '.join(map(repr, values.ravel().tolist()))}"
    )
    (factor,) = load_model_text(text).factors
    assert factor.scope == tuple(reversed(range(12)))
    assert np.array_equal(factor.log_table, np.log(values))


def test_numbers_beyond_the_range_of_a_double():
    text = "MARKOV 1 6 1 1 0 6  1e400 1e-400 4.9e-324 0e999 -0.0 " + "0." + "0" * 350 + "1"
    logs = load_model_text(text).factors[0].log_table
    ten = np.log(10)
    assert np.allclose(
        logs[[0, 1, 2, 5]], [400 * ten, -400 * ten, np.log(4.9) - 324 * ten, -351 * ten], rtol=1e-15
    )
    assert logs[3] == logs[4] == -np.inf


def test_log_space():
    model = load_model_text("MARKOV 1 4 1 1 0 4  -inf -1234.5 0 2e3", "big.uai.LG")
    assert model.name == "big"
    assert model.factors[0].log_table.tolist() == [-np.inf, -1234.5, 0.0, 2000.0]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("a.uai", "a"),
        ("a.UAI.gz", "a"),
        ("a.lg.gz", "a"),
        ("sat-10.cnf.uai", "sat-10.cnf"),
        ("a.txt", "a.txt"),
        ("a", "a"),
        (".uai", ".uai"),
    ],
)
def test_a_model_is_called_like_its_file(name, stem):
    assert load_model_text(gzip.compress(b"MARKOV 0 0"), name).name == stem


def test_entries_are_written_as_they_were_read():
    entries = (
        "0.3 67.863 0.00022322 4479.9 1000 1e+22 2.5e-07 0 1 0.1234567890123456 "
        "1e+400 1.25e-320 0.999992008 5e-324"
    )
    text = f"MARKOV\n1\n14\n1\n1 0\n\n14\n {entries}\n"
    assert format_model(load_model_text(text), log_space=False) == text


@settings(deadline=None)
@given(st.integers(1, 10**15 - 1), st.integers(-30, 10))
@example(digits=9948, exponent=-1)
@example(digits=56456019750658, exponent=-8)
def test_an_entry_of_up_to_fifteen_digits_keeps_its_value(digits, exponent):
    number = f"{digits}e{exponent}"
    model = load_model_text(f"MARKOV 1 1 1 1 0 1 {number}")
    word = format_model(model, log_space=False).split()[-1]
    assert same(load_model_text(f"MARKOV 1 1 1 1 0 1 {word}"), model)
    assert float(word) == pytest.approx(float(number), rel=1e-14)
    assert significant(word) <= significant(number)
    if (
        digits < 10**12 or 1e-3 < float(number) < 1e3
    ):  # elsewhere the logarithm does not tell all digits apart, and a shorter number may do
        assert float(word) == float(number)


@settings(deadline=None)
@given(
    st.lists(st.floats(min_value=0, allow_infinity=False, allow_nan=False), min_size=1, max_size=20)
)
def test_any_double_is_written_so_that_its_logarithm_is_the_same(values):
    model = load_model_text(
        f"MARKOV 1 {len(values)} 1 1 0 {len(values)} {' '.join(map(repr, values))}"
    )
    assert same(load_model_text(format_model(model, log_space=False)), model)


@st.composite
def models(draw):
    """Small models of every kind: 1–5 states, arity 0–4, zeros, duplicate scopes, unused
    variables.
    """
    cards = draw(st.lists(st.integers(1, 5), max_size=6))
    scope = st.permutations(range(len(cards))).flatmap(
        lambda order: st.integers(0, min(4, len(order))).map(lambda k: tuple(order[:k]))
    )
    scopes = draw(st.lists(scope, max_size=5))
    scopes += draw(st.lists(st.sampled_from(scopes), max_size=2)) if scopes else []
    entry = st.one_of(
        st.just(0.0),
        st.floats(0, 10),
        st.integers(0, 1000).map(lambda i: i / 1000),
        st.floats(1e-300, 1e300),
    )
    factors = []
    for s in scopes:
        shape = tuple(cards[v] for v in s)
        size = int(np.prod(shape, dtype=int))
        factors.append(
            Factor.of(s, np.reshape(draw(st.lists(entry, min_size=size, max_size=size)), shape))
        )
    variables = tuple(Variable.numbered(f"X{i}", card) for i, card in enumerate(cards))
    evidence = (
        {
            v: draw(st.integers(0, cards[v] - 1))
            for v in draw(st.sets(st.sampled_from(range(len(cards)))))
            if cards
        }
        if cards
        else {}
    )
    return Model(
        variables, tuple(factors), draw(st.sampled_from(["MARKOV", "BAYES"])), "random", evidence
    )


@settings(deadline=None)
@given(models(), st.sampled_from([".uai", ".LG", ".uai.gz", ".LG.gz"]))
def test_round_trip(tmp_path_factory, model, ending):
    folder = tmp_path_factory.getbasetemp()
    save_model(model, folder / f"random{ending}")
    save_evidence(model, folder / "random.evid")
    again = load_model(folder / f"random{ending}", folder / "random.evid")
    assert same(again, model)
    assert (again.kind, again.name, again.variables, again.evidence) == (
        model.kind,
        model.name,
        model.variables,
        model.evidence,
    )


def test_computed_tables_survive_exactly_in_log_space_and_closely_in_plain_numbers(tmp_path):
    model = grid(rows=4, cols=4, states=3)
    save_model(model, tmp_path / "grid.LG")
    save_model(model, tmp_path / "grid.uai")
    assert same(load_model(tmp_path / "grid.LG"), model)
    plain = load_model(tmp_path / "grid.uai")
    assert all(
        np.allclose(a.log_table, b.log_table, rtol=0, atol=2e-16)
        for a, b in zip(plain.factors, model.factors, strict=True)
    )
    assert same(load_model_text(format_model(plain, log_space=False)), plain)


def test_the_same_model_gives_the_same_gzip_bytes(tmp_path):
    model = load_model_text(SMALL)
    save_model(model, tmp_path / "a.uai.gz")
    save_model(model, tmp_path / "b.uai.gz")
    assert (tmp_path / "a.uai.gz").read_bytes() == (tmp_path / "b.uai.gz").read_bytes()


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("2 0 1 2 2", {0: 1, 2: 2}),
        ("1\n2 0 1 2 2\n", {0: 1, 2: 2}),
        ("1\r\n1 0\r\n", {1: 0}),
        ("1 1 1 0", {1: 0}),
        ("3 2 0 1 0 0 0", {0: 0, 1: 0, 2: 0}),
        ("2 1 0 1 0", {1: 0}),
        ("1 0", {}),
        ("0", {}),
        ("0\n2 0\n\n", {}),
        ("0 / 2 0", {}),
        ("", {}),
        (" \n", {}),
        ("/* nothing */", {}),
    ],
)
def test_evidence(text, evidence):
    assert load_evidence_text(text, "some.evid", load_model_text(SMALL)) == evidence


def test_evidence_from_a_file_a_gzip_file_or_a_mapping(tmp_path):
    (tmp_path / "small.uai").write_text(SMALL)
    (tmp_path / "small.evid").write_text("1 2 2")
    (tmp_path / "small.evid.gz").write_bytes(gzip.compress(b"1 1 2 2"))
    model = load_model(tmp_path / "small.uai")
    assert model.evidence == {}
    assert load_evidence(tmp_path / "small.evid", model) == {2: 2}
    for evidence in (tmp_path / "small.evid", str(tmp_path / "small.evid.gz"), {2: 2}, {"X2": "2"}):
        assert load_model(tmp_path / "small.uai", evidence).evidence == {2: 2}
