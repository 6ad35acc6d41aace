"""BIF files: every dialect met gives the same model, names and numbers survive writing, and what
is wrong gets file, line and remedy.
"""

import gzip
import re

import numpy as np
import pytest
from hypothesis import given, settings

from rcr.bayesian_network import describe
from rcr.formats import load_model, load_model_text, save_model
from rcr.formats.bif.writer import format_model
from rcr.model import Factor, Model, ModelError, Variable
from tests.networks import networks

# as the bnlearn repository writes it
PLAIN = """network unknown {
}
variable rain {
  type discrete [ 2 ] { yes, no };
}
variable season {
  type discrete [ 3 ] { dry, wet, cold };
}
variable grass {
  type discrete [ 2 ] { wet, dry };
}
probability ( season ) {
  table 0.2, 0.3, 0.5;
}
probability ( rain | season ) {
  (dry) 0.1, 0.9;
  (wet) 0.7, 0.3;
  (cold) 0.4, 0.6;
}
probability ( grass | rain, season ) {
  (yes, dry) 0.5, 0.5;
  (no, dry) 0.0, 1.0;
  (yes, wet) 0.9, 0.1;
  (no, wet) 0.2, 0.8;
  (yes, cold) 0.75, 0.25;
  (no, cold) 0.15, 0.85;
}
"""

# as JavaBayes writes it: quotes, no commas, the child slowest in a table, comments, properties
JAVABAYES = """// Bayesian Network in the Interchange Format
// Output created Sun Nov 02
network "Rain" { //3 variables and 3 probability distributions
	property "credal-set constant-density-bounded 1.1" ;
	property "note = "a quote in a quote"" ;
}
variable  "rain" { //2 values
	type discrete[2] {  "yes"  "no" };
	property "position = (218, 195)" ;
}
variable  "season" { //3 values
	type discrete[3] {  "dry"  "wet"  "cold" };
}
variable  "grass" { //2 values
	type discrete[2] {  "wet"  "dry" };
}
probability (  "season" ) { //1 variable(s) and 3 values
	table 0.2 0.3 0.5 ;
}
probability (  "rain"  "season" ) { //2 variable(s) and 6 values
	table 0.1 0.7 0.4 0.9 0.3 0.6 ;
}
probability (  "grass"  "rain"  "season" ) { //3 variable(s) and 12 values
	table
		0.5 0.9 0.75 // wet, rain
		0.0 0.2 0.15 /* wet,
		no rain */
		0.5 0.1 0.25
		1.0 0.8 0.85 ;
}
"""

# as aGrUM writes it: no commas between numbers, default for a root
AGRUM = (
    PLAIN.replace("table 0.2, 0.3, 0.5", "default 0.2 0.3 0.5")
    .replace(" [ ", "[")
    .replace(" ] {", "] {")
    .replace(
        "network unknown {\n",
        "network unnamedBN {\n   property version 1.0;\n   property author aGrUM;\n",
    )
)
AGRUM = re.sub(r"(\d), (\d)", r"\1 \2", AGRUM)

# as pgmpy writes it: blanks in other places, properties without quotes
PGMPY = (
    PLAIN.replace("  ", "    ")
    .replace(";", " ;")
    .replace("(", "( ")
    .replace(")", " )")
    .replace("no }", "no };\n    property weight = None")
)


def test_names_states_and_tables():
    model = load_model_text(PLAIN, "folder/rain.bif")
    assert (model.name, model.kind) == ("rain", "BAYES")
    assert model.variables == (
        Variable("rain", ("yes", "no")),
        Variable("season", ("dry", "wet", "cold")),
        Variable("grass", ("wet", "dry")),
    )
    assert [f.scope for f in model.factors] == [(1,), (1, 0), (0, 1, 2)]
    assert (
        model.factors[1].log_table.tolist() == np.log([[0.1, 0.9], [0.7, 0.3], [0.4, 0.6]]).tolist()
    )
    wet = np.exp(model.factors[2].log_table)[..., 0]
    assert np.allclose(wet, [[0.5, 0.9, 0.75], [0.0, 0.2, 0.15]])


def blocks_turned_round(text):
    head, *blocks = re.split(r"(?=^variable|^probability)", text, flags=re.M)
    variables = [b for b in blocks if b.startswith("variable")]
    return head + "".join(b for b in blocks if b.startswith("probability")) + "".join(variables)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(JAVABAYES, id="JavaBayes"),
        pytest.param(AGRUM, id="aGrUM"),
        pytest.param(PGMPY, id="pgmpy"),
        pytest.param(PLAIN.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(JAVABAYES.replace("\n", "\r"), id="CR"),
        pytest.param("\ufeff" + PLAIN, id="byte order mark"),
        pytest.param(gzip.compress(PLAIN.encode()), id="gzip"),
        pytest.param(" ".join(PLAIN.split()), id="one line"),
        pytest.param(PLAIN.replace(" ", "\n"), id="a line for each word"),
        pytest.param(re.sub(r" ?([{}();,|\[\]]) ?", r"\1", PLAIN), id="no blanks"),
        pytest.param(blocks_turned_round(PLAIN), id="probabilities before variables"),
        pytest.param(re.sub("variable|type|table|probability|network", lambda m: m[0].upper(), PLAIN), id="keywords in capitals"),
        pytest.param(PLAIN.replace("network unknown {\n}\n", ""), id="no network block"),
        pytest.param(PLAIN.replace("network unknown {\n}", 'network { name = "of mine"; '
            '}'), id="network without a name"),
        pytest.param(PLAIN.replace("}\nvariable", "};\nvariable"), id="semicolon after a block"),
        pytest.param(PLAIN.replace("}\nvariable rain", "}\nhere come the variables:\nvariable "
            "rain"), id="free text between blocks"),
        pytest.param(PLAIN.replace(";\n}", "\n}"), id="no semicolon before a closing brace"),
        pytest.param(re.sub(r"\[ \d \] ", "", PLAIN), id="number of states left out"),
        pytest.param(PLAIN.replace("yes, no }", "yes no }").replace("dry, wet, cold }", "dry wet cold }"), id="states without "
            "commas"),
        pytest.param(PLAIN.replace("no }", "no, }").replace("0.9;", "0.9,;"), id="comma at the end of "
            "a list"),
        pytest.param(PLAIN.replace("(yes, ", "(YES, ").replace("( grass", "( Grass").replace("(dry)", "(Dry)"), id="other capitals"),
        pytest.param(PLAIN.replace("( rain | season )", "(rain,season)").replace("( grass | rain, ", "( grass rain "), id="no bar"),
        pytest.param(PLAIN.replace("0.15", "1.5e-1").replace("0.25", "25E-02").replace("0.5;", ".5;").replace("1.0", "1."), id="numbers"),
        pytest.param(PLAIN.replace("(wet) 0.7, 0.3;", "default 0.7 0.3;"), id="default"),
        pytest.param(PLAIN.replace("(dry) 0.1", "property x = (1, 2);\n(dry) "
            "0.1"), id="property among the rows"),
        pytest.param(PLAIN.replace("network", "/* a // b */ // c /* "
            "d\nnetwork").replace("(dry)", "(/* the */ dry)"), id="comments"),
    ],
)  # fmt: skip
def test_every_dialect_gives_the_same_model(text):
    model, plain = load_model_text(text, "m.bif"), load_model_text(PLAIN, "m.bif")
    assert model.variables == plain.variables
    assert model.digest == plain.digest


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("very_wet-1.5+", "very_wet-1.5+"),
        ("<=50K", "<=50K"),
        ("very wet", "very wet"),
        ("very   wet", "very wet"),
        ('"very   wet"', "very   wet"),
        ('"a, b"', "a, b"),
        ('"{;}|()"', "{;}|()"),
        ('"http://x /* y"', "http://x /* y"),
        ("low(1)", "low(1)"),
        ("größer", "größer"),
        ("don't", "don't"),
        ("1", "1"),
        ("table", "table"),
        ('""', ""),
    ],
)
def test_odd_names(written, name):
    text = f"""variable {written} {{ type discrete [2] {{ {written}, other }}; }}
        variable child {{ type discrete [1] {{ {written} }}; }}
        probability ( {written} ) {{ table 0.25, 0.75; }}
        probability ( child | {written} ) {{ (other) 0.5; ({written}) 1; }}"""
    model = load_model_text(text, "m.bif")
    assert model.variables == (Variable(name, (name, "other")), Variable("child", (name,)))
    assert np.exp(model.factors[1].log_table).tolist() == [[1.0], [0.5]]


def test_a_text_that_is_not_utf_8_is_read_as_latin_1():
    model = load_model_text(PLAIN.replace("dry", "trocken-grün").encode("latin-1"), "m.bif")
    assert model.variables[1].states[0] == "trocken-grün"


def test_capitals_count_where_they_tell_names_apart():
    text = "variable a { type discrete [2] { x, X }; } variable A { type discrete [1] { s }; } "
    text += "probability (A) { table 1; } probability (a | A) { (s) 0.25 0.75; }"
    model = load_model_text(text, "m.bif")
    assert [f.scope for f in model.factors] == [(1,), (1, 0)]
    with pytest.raises(ModelError, match="no state of a"):
        load_model_text(
            text + "variable b { type discrete [1] { s }; } probability (b | a) { (x) 1; (X) 1; "
            "(Y) 1; }",
            "m.bif",
        )


def test_numbers_beyond_the_range_of_a_double():
    text = "variable a { type discrete [3] { x, y, z }; } probability (a) { table 1e-400, 1, 0e9; }"
    assert load_model_text(text, "m.bif").factors[0].log_table.tolist() == pytest.approx(
        [-400 * np.log(10), 0.0, -np.inf]
    )


def test_rows_that_do_not_sum_to_one_are_kept_and_told():
    model = load_model_text(PLAIN.replace("0.1, 0.9", "0.1, 0.8"), "m.bif")
    assert np.exp(model.factors[1].log_table[0]).tolist() == pytest.approx([0.1, 0.8])
    assert "rows of 1 tables miss the sum 1, at worst by 0.1" in describe(model)[0]


def test_no_variables():
    assert load_model_text("network nothing { }", "m.bif").variables == ()


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "says", "remedy"),
    [
        pytest.param(PLAIN, "", 1, "there is no variable", "a BIF file holds blocks "
            "like", id="empty"),
        pytest.param(PLAIN, "MARKOV 0 0", 1, "there is no "
            "variable", "blocks like", id="another format"),
        pytest.param("yes, no", "y\0s, no", 4, "binary data", "give a BIF text file", id="binary"),
        pytest.param("network unknown", "/* network unknown", 1, "a comment opens "
            "here", "close it with */", id="open comment"),
        pytest.param("{ yes, no", '{ "yes, no', 4, "a quote opens here", 'close it with "', id="open quote"),
        pytest.param("(dry) 0.1", '("dry) 0.1', 16, "a quote opens here", 'close it with "', id="open quote in a "
            "row"),
        pytest.param("variable rain {", "node rain {", 3, "a block begins with 'node "
            "rain'", "blocks are network, variable", id="block"),
        pytest.param("}\nvariable rain", "}\n}\nvariable "
            "rain", 3, "a } closes no block", "remove it", id="brace"),
        pytest.param("0.5;\n}\nprob", "0.5;\nprob", 14, "a { stands inside a probability "
            "block", "close the block before", id="not closed"),
        pytest.param("(no, cold) 0.15, 0.85;\n}", "", 20, "block that opens here does not "
            "close", "close it with }", id="end"),
        pytest.param("variable rain", "variable", 3, "a variable has no "
            "name", "write one", id="no name"),
        pytest.param("variable grass", "variable rain", 9, "variable rain is declared "
            "twice", "rename one", id="declared twice"),
        pytest.param("type discrete [ 2 ] { yes, no };", "", 3, "variable rain has no "
            "type", "write type discrete", id="no type"),
        pytest.param("type discrete [ 2 ] { yes, no };", "type real;", 4, "rain is not "
            "discrete", "write type discrete", id="type"),
        pytest.param("no };", "no }; type discrete [1] { x "
            "};", 4, "rain has a type already", "keep one", id="two types"),
        pytest.param("[ 2 ] { yes", "[ 3 ] { yes", 4, "variable rain has 3 states but 2 "
            "names", "correct the number", id="states"),
        pytest.param("[ 2 ] { yes, no", "[ 0 ] {", 4, "variable rain has 0 states but 0 "
            "names", "correct the number", id="no states"),
        pytest.param("{ yes, no", "{ yes, yes", 4, "variable rain has two states called "
            "yes", "rename one", id="same states"),
        pytest.param("( season )", "season", 12, "starts with its "
            "variables", "write probability ( child", id="no parentheses"),
        pytest.param("( season )", "( )", 12, "is about no "
            "variable", "name the child", id="nothing"),
        pytest.param("( rain | season )", "( rain | moon )", 15, "is about moon, which is not "
            "declared", "as they are", id="unknown"),
        pytest.param("| rain, season", "| rain, rain", 20, "names a variable "
            "twice", "name each once", id="same parents"),
        pytest.param("( rain | season )", "( season )", 15, "season has a probability block "
            "already", "keep one", id="same child"),
        pytest.param("probability ( season ) {\n  table 0.2, 0.3, "
            "0.5;\n}", "", 6, "season has no probability block", "add one", id="none"),
        pytest.param("( season )", "( season | grass )", 13, "there are 3 probabilities of "
            "season here", "table needs 6", id="few"),
        pytest.param("table 0.2,", "table 0.2, 0.1,", 13, "more than 3 probabilities of "
            "season", "correct their number", id="many"),
        pytest.param("0.1, 0.9", "0.1", 16, "there are 1 probabilities of rain here, and its "
            "row needs 2", "correct", id="short row"),
        pytest.param("  (wet) 0.7, 0.3;\n", "", 15, "the row (wet) of rain is "
            "missing", "add it, or a default", id="row missing"),
        pytest.param("  table 0.2, 0.3, 0.5;\n", "", 12, "the row of season is "
            "missing", "add it", id="table missing"),
        pytest.param("(wet) 0.7", "(dry) 0.7", 17, "the row (dry) of rain is given "
            "twice", "keep one", id="row twice"),
        pytest.param("(wet) 0.7", "table 0.7", 17, "rain has a table and other rows "
            "besides", "keep one", id="table and rows"),
        pytest.param("(wet) 0.7, 0.3", "default 1 0; default 0 1", 17, "rain has a default "
            "already", "keep one", id="two defaults"),
        pytest.param("(wet) 0.7", "(moist) 0.7", 17, "a row of rain names moist, which is no "
            "state of season", "correct", id="state"),
        pytest.param("(no, dry) 0", "(no) 0", 22, "a row of grass names 1 states, but it has "
            "2 parents", "in quotes", id="row head"),
        pytest.param("(wet) 0.7", "(wet 0.7", 17, "a row of rain opens with "
            "(", "put )", id="open row"),
        pytest.param("(wet) 0.7", "wet 0.7", 17, "'wet 0.7, 0.3' stands in a probability "
            "block", "it holds rows", id="statement"),
        pytest.param("0.7, 0.3", "0.7,\n-0.3", 18, "a probability of rain is "
            "'-0.3'", "finite number, zero or more", id="negative"),
        pytest.param("0.7, 0.3", "0.7, 1/3", 17, "a probability of rain is "
            "'1/3'", "finite number, zero or more", id="fraction"),
        pytest.param("0.7, 0.3", "inf, 0.3", 17, "a probability of rain is "
            "'inf'", "finite number, zero or more", id="infinite"),
        pytest.param("0.7, 0.3", "NaN, NaN", 17, "a probability of rain is "
            "'NaN'", "fit with smoothing", id="NaN of bnlearn"),
        pytest.param("0.2, 0.3, 0.5", "0.2,\n0.3,\nx", 15, "a probability of season is "
            "'x'", "finite number", id="word in a table"),
        pytest.param(
            "( season ) {\n  table 0.2, 0.3, 0.5", "( season | grass ) {\n  default 1 0 0", 15,
            "the parents form a cycle: ", "remove one", id="cycle",
        ),
    ],
)  # fmt: skip
def test_a_bad_text(old, new, line, says, remedy):
    assert old in PLAIN
    with pytest.raises(ModelError) as caught:
        load_model_text(PLAIN.replace(old, new, 1), "m.bif")
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert says in sentence
    assert remedy in sentence
    assert sentence.startswith(f"m.bif, line {line}: ")


def test_long_and_unprintable_names_are_shortened_in_messages():
    with pytest.raises(ModelError) as caught:
        load_model_text(f"variable {'long' * 1000} {{ }}", "m.bif")
    assert len(str(caught.value)) < 200
    with pytest.raises(ModelError, match=r"variable 'a\\tb' has no type"):
        load_model_text('variable "a\tb" { }', "m.bif")


@pytest.mark.parametrize("parents", [40, 70])
def test_a_default_larger_than_the_memory(parents):
    text = "".join(
        f"variable v{i} {{ type discrete [2] {{ a, b }}; }} probability (v{i}) {{ table 1 0; }}\n"
        for i in range(parents)
    )
    text += (
        f"variable x {{ type discrete [2] {{ a, b }}; }} probability (x | "
        f"{', '.join(f'v{i}' for i in range(parents))}) {{ default 1 0; }}"
    )
    with pytest.raises(
        ModelError,
        match=f"line {parents + 1}: .*(more entries than the file can hold|too large; 64 is "
        "the limit)",
    ):
        load_model_text(text, "m.bif")


@pytest.mark.parametrize(
    ("limit", "value", "says"),
    [
        ("bif.reader.MAX_STATES", 6, "m.bif, line 9: the variables have more than 6 states in all"),
        ("bif.text._MAX_LIST_BYTES", 10, "m.bif, line 7: a list of names goes on"),
        (
            "bif.text._MAX_PIECES",
            12,
            "m.bif: there are more than 12 blocks, statements or comments in it",
        ),
        ("bif.text.MAX_BIF_BYTES", 500, "m.bif: the text is longer than"),
    ],
)
def test_limits(monkeypatch, limit, value, says):
    monkeypatch.setattr(f"rcr.formats.{limit}", value)
    for text in (PLAIN, gzip.compress(PLAIN.encode())):
        with pytest.raises(ModelError) as caught:
            load_model_text(text, "m.bif")
        assert str(caught.value).startswith(says)


# -- writing -------------------------------------------------------------------------------------


@settings(deadline=None)
@given(networks())
def test_round_trip_is_bit_for_bit_with_all_names(network):
    again = load_model_text(format_model(network), "random.bif")
    assert again.digest == network.digest
    assert (again.variables, again.kind, again.name) == (
        network.variables,
        network.kind,
        network.name,
    )


@settings(deadline=None, max_examples=30)
@given(networks(child_last=False))
def test_a_child_anywhere_in_the_scope_is_written_as_the_child(network):
    again = load_model_text(format_model(network), "random.bif")
    for ours, theirs in zip(network.factors, again.factors, strict=True):
        assert set(ours.scope) == set(theirs.scope)
        assert np.array_equal(
            np.transpose(ours.log_table, [ours.scope.index(v) for v in theirs.scope]),
            theirs.log_table,
        )


def test_what_is_written():
    assert format_model(load_model_text(PLAIN, "rain.bif")) == (
        PLAIN.replace("network unknown", "network rain")
        .replace("1.0;", "1;")
        .replace(" 0.0,", " 0,")
        .replace(
            "  (no, dry) 0, 1;\n  (yes, wet) 0.9, 0.1;\n  (no, wet) 0.2, 0.8;\n  (yes, cold) "
            "0.75, 0.25;\n",
            "  (yes, wet) 0.9, 0.1;\n  (yes, cold) 0.75, 0.25;\n  (no, dry) 0, 1;\n  (no, "
            "wet) 0.2, 0.8;\n",
        )
    )


@pytest.mark.parametrize("ending", [".bif", ".bif.gz", ".json", ".json.gz"])
def test_names_survive_files(tmp_path, ending):
    model = load_model_text(PLAIN.replace("rain", '"much rain"'), "m.bif")
    save_model(model, tmp_path / f"m{ending}")
    again = load_model(tmp_path / f"m{ending}")
    assert again.variables == model.variables
    assert again.digest == model.digest


def named(*names, states=("a", "b"), table=(0.5, 0.5)):
    variables = tuple(Variable(name, tuple(states)) for name in names)
    return Model(variables, tuple(Factor.of((i,), table) for i in range(len(names))), "BAYES", "m")


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (
            Model((Variable.numbered("x", 2),), ()),
            "m.*is no Bayesian network: it has 1 variable and 0 factors.*save it as .uai or .json",
        ),
        (
            named("x", table=(0.5, 0.4)),
            "is no Bayesian network: a row of the table of x misses the sum 1 by 0.1",
        ),
        (named("x", "x"), "two variables are called 'x'"),
        (named("x", states=("a", "a")), "two states of x are called 'a'"),
        (named('5" pipe'), "no way to write the name"),
        (named("a\nb"), "no way to write the name"),
        (named("x", states=("a", "\ud800")), "no way to write the name"),
    ],
)
def test_what_bif_cannot_hold(tmp_path, model, says):
    with pytest.raises(ModelError, match=says):
        save_model(model, tmp_path / "m.bif")
    assert not (tmp_path / "m.bif").exists()
