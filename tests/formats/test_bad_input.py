"""Bad input: each gets one sentence that names the file, the line and the remedy, soon and without
filling the memory.
"""

import builtins
import errno
import gzip
import re
import tracemalloc
from functools import partial

import numpy as np
import pytest

from rcr.formats import load_evidence_text, load_model, load_model_text, save_model
from rcr.formats.haplotypes import load_haplotypes_text
from rcr.model import Factor, Model, ModelError, Variable

GOOD = "MARKOV\n2\n2 3\n2\n1 0\n2 0 1\n\n2\n0.5 0.5\n\n6\n1 2 3\n4 5 6\n"


def refused(text, name="m.uai", load=load_model_text):
    """The sentence with which a text is refused."""
    with pytest.raises(ModelError) as caught:
        load(text, name)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_the_text_that_the_cases_change_is_good():
    assert len(load_model_text(GOOD).factors) == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "says", "remedy"),
    [
        pytest.param(GOOD, "", 1, "the file is empty", "starts with MARKOV or BAYES", id="empty"),
        pytest.param(
            GOOD, " \n\n", 1, "the file is empty", "starts with MARKOV or BAYES", id="blank"
        ),
        pytest.param(
            "MARKOV",
            "\n\nNETWORK",
            3,
            "starts with 'NETWORK'",
            "starts with MARKOV or BAYES",
            id="wrong header",
        ),
        pytest.param(
            "MARKOV",
            "7" * 50,
            1,
            "starts with '" + "7" * 40 + "…'",
            "starts with MARKOV or BAYES",
            id="long header",
        ),
        pytest.param(
            "MARKOV", "\x7fELF\x01\x02", 1, "binary data", "give a UAI text file", id="binary"
        ),
        pytest.param(
            "MARKOV", "PK\x03\x04\0\0", 1, "binary data", "give a UAI text file", id="zip"
        ),
        pytest.param("MARKOV", "MÄRKOV", 1, "binary data", "give a UAI text file", id="not ASCII"),
        pytest.param(
            "\n2\n2 3",
            "\n-2\n2 3",
            2,
            "number of variables is '-2'",
            "whole number from 0",
            id="negative count",
        ),
        pytest.param(
            "\n2\n2 3",
            "\n2.5\n2 3",
            2,
            "number of variables is '2.5'",
            "whole number from 0",
            id="fractional count",
        ),
        pytest.param(
            "\n2\n2 3",
            "\n1000000000\n2 3",
            2,
            "number of variables is '1000000000'",
            "from 0 to 400000",
            id="10^9 variables",
        ),
        pytest.param(
            "\n2\n2 3",
            "\n1" + "0" * 5000 + "\n2 3",
            2,
            "number of variables is '1000",
            "from 0 to 400000",
            id="10^5000 variables",
        ),
        pytest.param(
            GOOD,
            "MARKOV\n400000\n2 2\n",
            3,
            "ends before the domain of X2",
            "complete the file",
            id="fewer domains than variables",
        ),
        pytest.param(
            "2 3", "2 0", 3, "the domain of X1 is '0'", "whole number from 1", id="domain 0"
        ),
        pytest.param(
            "2 3", "2 x", 3, "the domain of X1 is 'x'", "whole number from 1", id="domain is a word"
        ),
        pytest.param(
            "2 3",
            "2 6000000",
            3,
            "the domain of X1 is '6000000'",
            "whole number from 1 to 1000000",
            id="large domain",
        ),
        pytest.param(
            GOOD,
            "MARKOV 11\n" + "1000000 " * 11,
            2,
            "11000000 states in all",
            "make the domains smaller",
            id="too many states",
        ),
        pytest.param(
            "3\n2\n1",
            "3\n3000000\n1",
            4,
            "number of factors is '3000000'",
            "from 0 to 400000",
            id="too many factors",
        ),
        pytest.param(
            "1 0\n2",
            "3 0\n2",
            5,
            "number of variables of factor 0 is '3'",
            "from 0 to 2",
            id="arity out of range",
        ),
        pytest.param(
            GOOD,
            "MARKOV 65" + " 1" * 65 + "\n1\n65",
            3,
            "of factor 0 is '65'",
            "from 0 to 64",
            id="arity beyond numpy",
        ),
        pytest.param(
            "2 0 1",
            "2 0 2",
            6,
            "variable 1 of the scope of factor 1 is '2'",
            "from 0 to 1",
            id="variable out of range",
        ),
        pytest.param(
            "2 0 1",
            "2 -1 1",
            6,
            "variable 0 of the scope of factor 1 is '-1'",
            "from 0 to 1",
            id="negative variable",
        ),
        pytest.param(
            "2 0 1",
            "2 1 1",
            6,
            "factor 1 names a variable twice in its scope X1, X1",
            "name each variable once",
            id="repeated",
        ),
        pytest.param(
            "\n\n2\n",
            "\n\n3\n",
            8,
            "size of the table of factor 0 over X0 is '3'",
            "need 2 entries; correct the size",
            id="size",
        ),
        pytest.param(
            "\n\n6\n",
            "\n\n5\n",
            11,
            "size of the table of factor 1 over X0, X1 is '5'",
            "need 6 entries; correct",
            id="long table",
        ),
        pytest.param(
            "0.5 0.5",
            "0.5 0.5 0.5",
            9,
            "size of the table of factor 1 over X0, X1 is '0.5'",
            "number of entries",
            id="more entries",
        ),
        pytest.param(
            "0.5 0.5",
            "0.5",
            12,
            "size of the table of factor 1 over X0, X1 is '1'",
            "number of entries",
            id="fewer entries",
        ),
        pytest.param(
            "4 5 6\n",
            "4 5",
            13,
            "ends after 5 of the 6 entries of the table of factor 1",
            "add the missing numbers",
            id="short table",
        ),
        pytest.param(
            "6\n1 2 3\n4 5 6\n",
            "",
            9,
            "ends after 0 of the 6 entries of the table of factor 1",
            "add the",
            id="table missing",
        ),
        pytest.param(
            "2\n0.5 0.5\n\n6\n1 2 3\n4 5 6\n",
            "",
            6,
            "ends after 0 of the 2 entries",
            "add the missing",
            id="tables missing",
        ),
        pytest.param(
            "4 5",
            "4 -5",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is '-5'",
            "finite number, zero or more",
            id="negative",
        ),
        pytest.param(
            "4 5",
            "4 -1e-400",
            13,
            "entry 4 of the table of factor 1",
            "finite number, zero or more",
            id="slightly negative",
        ),
        pytest.param(
            "4 5",
            "4 nan",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is 'nan'",
            "finite number",
            id="NaN",
        ),
        pytest.param(
            "4 5",
            "4 inf",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is 'inf'",
            "finite number",
            id="infinite",
        ),
        pytest.param(
            "4 5",
            "4 -inf",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is '-inf'",
            "finite number",
            id="minus infinity",
        ),
        pytest.param(
            "4 5",
            "4 five",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is 'five'",
            "finite number",
            id="a word",
        ),
        pytest.param(
            "4 5",
            "4 1/2",
            13,
            "entry 4 of the table of factor 1 over X0, X1 is '1/2'",
            "finite number",
            id="a fraction",
        ),
        pytest.param(
            "4 5",
            "4 " + "9" * 3000,
            13,
            "entry 4 of the table of factor 1 over X0, X1 is '9999",
            "finite number",
            id="3000 digits",
        ),
        pytest.param(
            "4 5", "4 /* 5", 13, "a comment opens here", "close it with */", id="open comment"
        ),
    ],
)
def test_a_bad_model(old, new, line, says, remedy):
    assert old in GOOD
    sentence = refused(GOOD.replace(old, new, 1))
    assert sentence.startswith(f"m.uai, line {line}: ")
    assert says in sentence
    assert remedy in sentence


def test_a_fault_before_a_word_is_told_first():
    assert "line 8: the size of the table of factor 0" in refused(
        GOOD.replace("\n\n2\n", "\n\n3\n").replace("4 5", "4 five")
    )


@pytest.mark.parametrize("entry", ["inf", "nan", "1e400", "x"])
def test_a_bad_entry_in_log_space(entry):
    sentence = refused(GOOD.replace("0.5 0.5", f"-inf {entry}"), "m.LG")
    assert (
        sentence
        == f"m.LG, line 9: entry 1 of the table of factor 0 over X0 is '{entry}'; it must be "
        "a natural logarithm, finite or -inf"
    )


@pytest.mark.parametrize(
    ("text", "line", "says", "remedy"),
    [
        ("1\n2 0", 2, "names variable 2, but the model has variables 0 to 1", "correct it"),
        ("2\n0 1\n1 3", 3, "sets X1 to state 3, but it has states 0 to 2", "correct it"),
        ("1\n2\n0 1\n0 0", 4, "sets X0 to state 0 and before to 1", "keep one of the two"),
        (
            "2 0 1",
            1,
            "do not add up to one sample of evidence for 2 variables",
            "write the number of observed variables, then",
        ),
        ("2\n1 0 1\n1 0 0", 1, "do not add up to one sample", "a variable and a state for each"),
        ("\n2 1 0 1", 2, "do not add up to one sample", "a variable and a state for each"),
        ("1 0 1 " * 1000, 1, "do not add up to one sample", "a variable and a state for each"),
        (
            "1 0 1 " + " " * 200_000 + "5 5",
            1,
            "do not add up to one sample",
            "a variable and a state for each",
        ),
        ("1\n-1 0", 2, "'-1' is no evidence", "a variable and a state for each"),
        ("1 0\nyes", 2, "'yes' is no evidence", "a variable and a state for each"),
        ("MPE 2 0 0", 1, "'MPE' is no evidence", "a variable and a state for each"),
        ("1 0 " + "9" * 5000, 1, "is no evidence", "a variable and a state for each"),
        ("\x01\0", 1, "binary data", "give a UAI text file"),
    ],
)
def test_bad_evidence(text, line, says, remedy):
    with pytest.raises(ModelError) as caught:
        load_evidence_text(text, "m.evid", load_model_text(GOOD))
    sentence = str(caught.value)
    assert sentence.startswith(f"m.evid, line {line}: ")
    assert says in sentence
    assert remedy in sentence


def test_line_numbers_far_into_a_large_file():
    entries = ["0.125"] * 2**17
    entries[100_000] = "oops"
    text = f"MARKOV\n17\n{'2 ' * 17}\n1\n17 {' '.join(map(str, range(17)))}\n{2**17}\n" + "\n".join(
        entries
    )
    assert refused(text).startswith(
        "m.uai, line 100007: entry 100000 of the table of factor 0 over X0, X1, X2, X3, X4, "
        "X5, … is 'oops'"
    )


@pytest.fixture
def memory():
    """The most bytes that may be held at a time: far less than the files hold or declare."""
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * 2**20


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("start", "digits", "says"),
    [
        (
            "",
            "0123456789",
            "line 1: '0123456789012345678901234567890123456789…' goes on for more than 262144 "
            "characters; a UAI file starts with",
        ),
        (
            "",
            "1 2 3 4 5\n",
            "line 1: the file starts with '1'; a UAI file starts with MARKOV or BAYES",
        ),
        (
            "MARKOV\n",
            "0123456789",
            "line 2: '0123456789012345678901234567890123456789…' goes on for more than 262144 "
            "characters",
        ),
        (
            "MARKOV 99999999 ",
            "1 1 1 1 1 ",
            "line 1: the number of variables is '99999999'; it must be a whole number from 0 "
            "to 400000",
        ),
        (
            "MARKOV 1 1 99999999 ",
            "1 1 1 1 1 ",
            "line 1: the number of factors is '99999999'; it must be a whole number from 0 to "
            "400000",
        ),
    ],
)
def test_a_file_of_200_mb_of_digits(tmp_path, start, digits, says):
    path = tmp_path / "digits.uai"
    with path.open("w") as file:
        file.write(start)
        for _ in range(200):
            file.write(digits * 100_000)
    try:
        with pytest.raises(ModelError, match=re.escape(f"{path}, {says}")):
            load_model(path)
    finally:
        path.unlink()  # pytest would keep it


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("domains", ["1000 " * 4, "10 " * 12, "2 " * 64])
def test_tables_larger_than_the_file(domains):
    n = len(domains.split())
    text = f"MARKOV\n{n}\n{domains}\n2\n0\n{n} {' '.join(map(str, range(n)))}\n1 1\n1000000000000\n"
    sentence = refused(text)
    assert sentence.startswith("m.uai, line 6: the table of factor 1 over X0, X1, X2, X3")
    assert "needs more entries than the file can hold; correct the scope or the domains" in sentence


@pytest.mark.usefixtures("memory")
def test_text_after_the_last_table_costs_nothing():
    text = GOOD.encode() + b" 1" * 10_000_000
    assert len(load_model_text(text).factors) == 2


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("filling", "says"),
    [
        (
            b" ",
            "bomb.uai.gz: the text is longer than 4 MiB, the limit for such a file; give a "
            "smaller file",
        ),
        (
            b"/* a b c d e f g h i j k l m n o p q r s t u v w x y z */",
            "bomb.uai.gz, line 2: the comments take more than 1 MiB; shorten them",
        ),
        (
            b"/* ",
            "bomb.uai.gz, line 2: the comments take more than 1 MiB; shorten them, or close "
            "the one that is open with */",
        ),
        (b"\0", "bomb.uai.gz, line 1: this is binary data"),
    ],
)
def test_a_gzip_bomb_is_defused(monkeypatch, filling, says):
    monkeypatch.setattr("rcr.formats.source.MAX_TEXT_BYTES", 2**22)
    monkeypatch.setattr("rcr.formats.tokens._MAX_COMMENT_BYTES", 2**20)
    assert refused(
        gzip.compress(b"MARKOV\n" + filling * (2**23 // len(filling))), "bomb.uai.gz"
    ).startswith(says)


BOMBS = {
    "m.uai": b"MARKOV 2000 " + b" " * 10**7,
    "m.evid": b" " * 10**7,
    "m.bif": b"network bomb { }" + b" " * 10**7,
    "m.json": b"[" + b"[]," * (3 * 10**6) + b"[]]",
    "m": b"MARKOV" + b"\n" * 10**7,
    "m.csv": b"0,1\n" * 10**7,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_that_unpacks_to_a_large_one_is_refused_before_it_is_read(name):
    load = {
        "m.csv": load_haplotypes_text,
        "m.evid": partial(load_evidence_text, model=load_model_text(GOOD)),
    }.get(name, load_model_text)
    sentence = refused(gzip.compress(BOMBS[name]), name, load)
    assert (
        sentence
        == f"{name}: it unpacks to more than 100 times its size; unpack it and give the plain file"
    )


def test_the_tables_of_a_bomb_are_refused_before_they_are_unpacked():
    text = b"MARKOV 4 100 100 100 100 1 4 0 1 2 3 100000000 " + b"1 " * 10**7
    assert "needs more entries than the file can hold" in refused(gzip.compress(text), "m.uai.gz")


def test_what_would_be_refused_as_a_bomb_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr("rcr.formats.source.MAX_UNPACKED_BYTES", 2**16)
    model = Model(
        (Variable.numbered("a", 300), Variable.numbered("b", 300)),
        (Factor((0, 1), np.zeros((300, 300))),),
    )
    with pytest.raises(ModelError, match=r"even\.uai\.gz: gzipped, .* save without \.gz"):
        save_model(model, tmp_path / "even.uai.gz")
    assert not list(tmp_path.iterdir())


def test_a_scope_of_a_million_variables_in_json():
    scope = ",".join("0" * 10**6)
    text = (
        '{"format": "rcr-model", "version": 1, "name": "m", "kind": "MARKOV", '
        '"variables": [{"name": "a", "states": ["0", "1"]}], '
    )
    text += f'"factors": [{{"scope": [{scope}], "log_table": [0]}}]}}'
    assert (
        refused(text, "m.json")
        == "m.json: a factor over 1000000 variables is too large; 64 is the limit"
    )


def test_a_file_above_the_limit(monkeypatch):
    monkeypatch.setattr("rcr.formats.source.MAX_TEXT_BYTES", 10)
    assert refused(GOOD).startswith("m.uai: the text is longer than")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(gzip.compress(GOOD.encode())[:-20], id="cut off"),
        pytest.param(gzip.compress(GOOD.encode())[:20] + b"junk" * 20, id="overwritten"),
        pytest.param(gzip.compress(GOOD.encode()) + b"junk", id="junk behind"),
        pytest.param(b"\x1f\x8bjunk", id="junk"),
    ],
)
def test_damaged_gzip(data):
    sentence = refused(data, "m.uai.gz")
    assert sentence.startswith("m.uai.gz: the gzip data are damaged (")
    assert sentence.endswith("); compress the file again or fetch a fresh copy")


def test_binary_junk_is_never_more_than_a_sentence():
    random = np.random.default_rng(0)
    for size in (1, 2, 10, 1000, 100_000):
        assert refused(random.bytes(size)).startswith("m.uai")
        assert refused(b"MARKOV\n2\n" + random.bytes(size)).startswith("m.uai")


def told(path, sentence, action=load_model):
    with pytest.raises(ModelError, match=re.escape(f"{path}: {sentence}")):
        action(path)


def test_a_directory(tmp_path):
    told(tmp_path, "this is a directory; give the name of a file in it")
    told(tmp_path, "this is a directory", lambda path: load_model_from_evidence(tmp_path, path))


def load_model_from_evidence(folder, evidence):
    (folder / "good.uai").write_text(GOOD)
    return load_model(folder / "good.uai", evidence)


def test_no_such_file(tmp_path):
    told(tmp_path / "none.uai", "no such file or folder; check the spelling and the folder")
    told(
        tmp_path / "none.evid",
        "no such file or folder",
        lambda path: load_model_from_evidence(tmp_path, path),
    )


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (
            errno.EACCES,
            "permission denied, it cannot be read; change its permissions or choose another file",
        ),
        (
            errno.EIO,
            "it cannot be read (Input/output error); check the disk or choose another file",
        ),
    ],
)
def test_a_file_that_the_system_refuses(tmp_path, monkeypatch, number, sentence):
    # simulated, because root may read everything
    def refuse(*_args):
        raise OSError(number, "Input/output error")

    (tmp_path / "m.uai").write_text(GOOD)
    monkeypatch.setattr(builtins, "open", refuse)
    told(tmp_path / "m.uai", sentence)


def test_saving_where_it_cannot_be(tmp_path, monkeypatch):
    model = load_model_text(GOOD)
    told(
        tmp_path / "m.txt",
        "the ending of the name says the format; end it in .bif, .json, .LG or .uai",
        lambda path: save_model(model, path),
    )
    told(
        tmp_path / "none" / "m.uai", "no such file or folder", lambda path: save_model(model, path)
    )
    (tmp_path / "folder.uai").mkdir()
    told(tmp_path / "folder.uai", "this is a directory", lambda path: save_model(model, path))

    def refuse(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", refuse)
    told(
        tmp_path / "m.uai",
        "it cannot be written (No space left on device); check the disk",
        lambda path: save_model(model, path),
    )


def test_a_log_value_that_plain_numbers_cannot_hold(tmp_path):
    model = load_model_text("MARKOV 1 1 1 1 0 1 -1e19", "m.LG")
    with pytest.raises(ModelError, match=r"log value beyond .* save the model as \.LG"):
        save_model(model, tmp_path / "m.uai")
    save_model(model, tmp_path / "m.LG")
    assert load_model(tmp_path / "m.LG").factors[0].log_table[0] == -1e19
