"""Which format a file or a text is in, and ``rcr convert`` from any to any."""

import gzip
import json

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import generate, load_model, save_model
from rcr.cli import main
from rcr.formats import load_model_text
from rcr.formats.bif.writer import format_model as bif_text
from rcr.formats.haplotypes import load_haplotypes_text
from rcr.formats.model_json import format_model as json_text
from rcr.formats.uai import format_model as uai_text
from rcr.model import ModelError
from tests.networks import networks

BIF = """// a small one
variable "it rains" { type discrete [2] { no, yes }; }
variable wet { type discrete [2] { no, yes }; }
probability ( "it rains" ) { table 0.8, 0.2; }
probability ( wet | "it rains" ) { (no) 0.9, 0.1; (yes) 0.2, 0.8; }
"""


@pytest.fixture
def model():
    return load_model_text(BIF, "m.bif")


@pytest.mark.parametrize(
    "pack", [str.encode, lambda text: gzip.compress(text.encode())], ids=["plain", "gzip"]
)
@pytest.mark.parametrize("name", ["model", "upload.txt", "model.gz"])
def test_a_text_without_a_known_ending_is_recognised(model, pack, name):
    for text in (
        uai_text(model, log_space=False),
        "/* by hand */\n" + uai_text(model, log_space=False),
    ):
        assert load_model_text(pack(text), name).digest == model.digest
    for text in (BIF, "network n { }\n" + BIF, "\n  \n" + json_text(model), bif_text(model)):
        again = load_model_text(pack(text), name)
        assert again.digest == model.digest
        assert again.variables == model.variables


def test_a_text_longer_than_the_first_look_is_read_whole(model):
    filling = "// " + "x" * 2**20 + "\n"
    assert (
        load_model_text(BIF.replace("\nvariable wet", "\n" + filling + "variable wet"), "m").digest
        == model.digest
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "m.txt: there is no model in it; a model starts with network, variable"),
        (" \n// nothing\n", "m.txt: there is no model in it"),
        ("<?xml version='1.0'?>", "m.txt: the text starts with '<?xml'"),
        (
            "belief network",
            "m.txt: the text starts with 'belief'; a model starts with network, variable or "
            "probability (BIF), { (JSON) or MARKOV or BAYES (UAI)",
        ),
        (b"\x89PNG\r\n", "m.txt: the text starts with '\\x89PNG'"),
        (gzip.compress(b"\0" * 1000, mtime=0), "m.txt: the text starts with"),
        ("/* open", "m.txt: the text starts with '/*'"),
    ],
)
def test_a_text_that_is_no_model(text, says):
    with pytest.raises(ModelError) as caught:
        load_model_text(text, "m.txt")
    assert str(caught.value).startswith(says)


def test_a_known_ending_decides():
    with pytest.raises(
        ModelError,
        match="line 1: the file starts with '//'; a UAI file starts with MARKOV or BAYES",
    ):
        load_model_text(BIF, "m.uai")
    with pytest.raises(ModelError, match="this is not JSON"):
        load_model_text(BIF, "m.json")


def test_half_a_surrogate_in_a_pasted_text_is_no_traceback():
    with pytest.raises(ModelError):
        load_model_text("\ud800")


# -- rcr convert ---------------------------------------------------------------------------------


def convert(capsys, *paths):
    code = main(["convert", *map(str, paths)])
    out, err = capsys.readouterr()
    return code, out.strip() if code == 0 else err.strip()


@pytest.mark.parametrize("first", [".bif", ".json", ".bif.gz", ".json.gz"])
@pytest.mark.parametrize("second", [".bif", ".json", ".bif.gz", ".json.gz"])
def test_formats_with_names_keep_everything(tmp_path, capsys, model, first, second):
    save_model(model, tmp_path / f"a{first}")
    out = tmp_path / f"b{second}"
    assert convert(capsys, tmp_path / f"a{first}", out) == (
        0,
        f"{out}: 2 variables, 2 factors; left out: nothing",
    )
    again = load_model(out)
    assert (again.digest, again.variables) == (model.digest, model.variables)


@pytest.mark.parametrize("ending", [".uai", ".uai.gz", ".LG"])
def test_uai_keeps_the_numbers_and_says_that_the_names_are_lost(tmp_path, capsys, model, ending):
    save_model(model, tmp_path / "a.bif")
    out = tmp_path / f"b{ending}"
    code, line = convert(capsys, tmp_path / "a.bif", out)
    assert (code, line) == (
        0,
        f"{out}: 2 variables, 2 factors; left out: the names of the variables, the names of "
        "the states",
    )
    assert load_model(out).digest == model.digest
    back = tmp_path / "c.bif"
    assert convert(capsys, out, back) == (0, f"{back}: 2 variables, 2 factors; left out: nothing")
    assert load_model(back).digest == model.digest


def test_evidence_is_left_out_and_told(tmp_path, capsys, model):
    save_model(model.observe({"wet": "yes"}), tmp_path / "a.json")
    code, line = convert(capsys, tmp_path / "a.json", tmp_path / "b.json")
    assert (code, line) == (
        0,
        f"{tmp_path / 'b.json'}: 2 variables, 2 factors; left out: the evidence on 1 variables",
    )
    assert load_model(tmp_path / "b.json").evidence == {}


def test_a_markov_network_is_no_bif(tmp_path, capsys):
    save_model(generate("grid", rows=3, cols=3), tmp_path / "a.uai")
    code, line = convert(capsys, tmp_path / "a.uai", tmp_path / "b.bif")
    assert code == 2
    assert line.startswith("rcr: the model a is no Bayesian network: it has 9 variables")
    assert not (tmp_path / "b.bif").exists()


def test_the_file_itself_is_not_overwritten(tmp_path, capsys, model):
    save_model(model, tmp_path / "a.bif")
    (tmp_path / "link.bif").symlink_to(tmp_path / "a.bif")
    for out in (tmp_path / "a.bif", tmp_path / "link.bif"):
        assert convert(capsys, tmp_path / "a.bif", out) == (
            2,
            f"rcr: {out}: this is the file to convert; give the new file another name",
        )
    assert convert(capsys, tmp_path / "a.bif", tmp_path / "b.txt")[1].endswith(
        "the ending of the name says the format; end it in .bif, .json, .LG or .uai, with .gz "
        "after it to compress"
    )


@settings(deadline=None, max_examples=30)
@given(networks())
def test_any_network_through_every_format_in_turn(tmp_path_factory, network):
    folder = tmp_path_factory.mktemp("chain")
    save_model(network, folder / "m0.json")
    for k, ending in enumerate([".bif", ".json.gz", ".LG", ".uai", ".bif.gz"]):
        before = next(folder.glob(f"m{k}.*"))
        assert main(["convert", str(before), str(folder / f"m{k + 1}{ending}")]) == 0
    again = load_model(folder / "m5.bif.gz")
    assert again.digest == network.digest
    assert load_model(folder / "m2.json.gz").variables == network.variables


def test_info_says_whether_it_is_a_bayesian_network(tmp_path, capsys, model):
    save_model(model, tmp_path / "a.bif")
    assert main(["info", str(tmp_path / "a.bif")]) == 0
    assert (
        "a Bayesian network: a table for each variable, its rows sum to 1"
        in capsys.readouterr().out
    )
    assert main(["info", str(tmp_path / "a.bif"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["bayesian"] is True
    assert facts["row_deviation"] == pytest.approx(0, abs=1e-15)
    (tmp_path / "b.bif").write_text(BIF.replace("0.9, 0.1", "0.9, 0.3"))
    assert main(["info", str(tmp_path / "b.bif"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["bayesian"] is False
    assert facts["row_deviation"] == pytest.approx(0.2)
    assert np.exp(load_model(tmp_path / "b.bif").factors[1].log_table[0]).sum() == pytest.approx(
        1.2
    )


class StopAfter:
    """Says so once it was asked a number of times."""

    def __init__(self, most: int) -> None:
        self.most, self.asked = most, 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self.most


def _large_bif() -> str:
    """A table of 4,096 rows, in one block."""
    parents = [f"p{i}" for i in range(12)]
    heads = [f"variable {name} {{ type discrete [2] {{ a, b }}; }}" for name in [*parents, "x"]]
    roots = [f"probability ( {name} ) {{ table 0.5, 0.5; }}" for name in parents]
    rows = (f"({', '.join('ab'[i >> k & 1] for k in range(12))}) 0.25, 0.75;" for i in range(4096))
    return "\n".join([*heads, *roots, f"probability ( x | {', '.join(parents)} ) {{", *rows, "}"])


def _large_uai() -> str:
    """Longer than what is read of a file at a time."""
    return uai_text(generate("grid", rows=60, cols=60), log_space=False)


@pytest.mark.parametrize(
    ("read", "name", "text", "least_looks"),
    [
        (load_model_text, "m.bif", _large_bif(), 4096),
        (load_model_text, "m.uai", _large_uai(), 2),
        (load_haplotypes_text, "h.csv", "0, 1, 1\n" * 5000, 5000),
    ],
)
def test_reading_ends_where_nobody_wants_it_any_more(read, name, text, least_looks):
    """It looks again and again, and goes no further than to its next look."""
    looks = StopAfter(10**9)
    read(text, name, looks)
    assert looks.asked > least_looks
    for most in (0, looks.asked // 2, looks.asked - 1):
        stop = StopAfter(most)
        with pytest.raises(ModelError, match=f"{name}: reading it was stopped"):
            read(text, name, stop)
        assert stop.asked == most + 1
