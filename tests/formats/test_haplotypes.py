"""Haplotypes: texts in every layout and numpy files give the same matrix; what is wrong gets file,
line and column.
"""

import gzip
import io
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.formats.haplotypes import load_haplotypes, load_haplotypes_text, save_haplotypes
from rcr.model import ModelError

MATRIX = np.array([[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]], dtype=np.int8)
PLAIN = "0,1,1,0\n1,1,0,0\n0,0,0,1\n"


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PLAIN, id="commas"),
        pytest.param(PLAIN.replace(",", ";"), id="semicolons"),
        pytest.param(PLAIN.replace(",", "\t"), id="tabs"),
        pytest.param(PLAIN.replace(",", " "), id="spaces"),
        pytest.param(PLAIN.replace(",", "   "), id="many spaces"),
        pytest.param(PLAIN.replace(",", ""), id="nothing between"),
        pytest.param(PLAIN.replace(",", " , "), id="commas and spaces"),
        pytest.param(PLAIN.replace("0", '"0"'), id="quotes"),
        pytest.param(PLAIN.replace("0", "0.0").replace("1", "1.0"), id="decimal points"),
        pytest.param(PLAIN.rstrip(), id="no final newline"),
        pytest.param(PLAIN.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(PLAIN.replace("\n", "\r"), id="CR"),
        pytest.param("\ufeff" + PLAIN, id="byte order mark"),
        pytest.param("a,b,c,d\n" + PLAIN, id="header of names"),
        pytest.param('"site 1","site 2","site 3","site 4"\n' + PLAIN, id="header in quotes"),
        pytest.param("100,207,338,1042\n" + PLAIN, id="header of positions"),
        pytest.param("0,1,2,3\n" + PLAIN, id="header that counts from 0"),
        pytest.param("1,2,3,4\n" + PLAIN, id="header that counts from 1"),
        pytest.param("haplotypes\n" + PLAIN, id="title"),
        pytest.param("a b c d\n" + PLAIN.replace(",", " "), id="header with spaces"),
        pytest.param(
            "# made by hand\n\n" + PLAIN.replace("\n", "\n\n# next\n"),
            id="comments and empty lines",
        ),
        pytest.param(gzip.compress(PLAIN.encode()), id="gzip"),
        pytest.param(npz(haplotypes=MATRIX), id="npz"),
        pytest.param(npz(haplotypes=MATRIX, positions=np.arange(4)), id="npz with more in it"),
        pytest.param(npz(anything=MATRIX.astype(bool)), id="npz of booleans"),
        pytest.param(npz(anything=MATRIX.astype(np.float64)), id="npz of floats"),
        pytest.param(
            npz(anything=np.asfortranarray(MATRIX.astype(">i4"))), id="npz in another order"
        ),
        pytest.param(npy(MATRIX), id="npy"),
    ],
)
def test_every_layout_gives_the_same_matrix(text):
    found = load_haplotypes_text(text, "h")
    assert found.dtype == np.int8
    assert found.tolist() == MATRIX.tolist()


def refused(text):
    with pytest.raises(ModelError) as caught:
        load_haplotypes_text(text, "h.csv")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "h.csv: there is no row of 0 and 1 in it; write a line for each haplotype"),
        ("a,b\n", "h.csv: there is no row"),
        ("0,1\n\n0,2\n", "h.csv, line 3, column 2: '2' is no allele; write 0 or 1"),
        ("a,b\n0,NA\n", "h.csv, line 2, column 2: 'NA' is no allele"),
        ("0,1,.\n", "h.csv, line 1, column 3: '.' is no allele"),
        ("s1,s2\n0,1\ns1,s2\n", "h.csv, line 3, column 1: 's1' is no allele"),
        (
            "x,a,b\nh1,0,1\n",
            "h.csv, line 2, column 1: 'h1' is no allele; write 0 or 1; if the first column "
            "holds names, leave it out",
        ),
        ("0,1,\n", "h.csv, line 1, column 3: '' is no allele"),
        ("0101\n0121\n", "h.csv, line 2, column 3: '2' is no allele"),
        (
            "0,1\n0,1,1\n",
            "h.csv, line 2: 3 cells, but the lines before have 2; every line needs as many",
        ),
        ("0 1\n0\n", "h.csv, line 2: 1 cells, but the lines before have 2"),
        ("0,1\n0\0,1\n", "h.csv: this is binary data"),
        (npz(), "h.csv: the arrays in it are none; call the matrix haplotypes"),
        (npz(a=MATRIX, b=MATRIX), "h.csv: the arrays in it are a, b; call the matrix haplotypes"),
        (npz(a=MATRIX + 1), "h.csv: row 1, column 2 is 2; an allele is 0 or 1"),
        (npz(a=MATRIX / 0.5), "h.csv: row 1, column 2 is 2.0; an allele is 0 or 1"),
        (npz(a=np.full((1, 2), np.nan)), "h.csv: row 1, column 1 is nan; an allele is 0 or 1"),
        (npz(a=np.zeros(3)), "h.csv: this is no matrix of plain numbers"),
        (npz(a=np.array([["0", "1"]])), "h.csv: this is no matrix of plain numbers"),
        (npz(a=np.zeros((2, 2), dtype=complex)), "h.csv: this is no matrix of plain numbers"),
        (npz(a=np.zeros((0, 5))), "h.csv: the array has the shape (0, 5)"),
        (npz(a=np.array([[{}, 0]], dtype=object)), "h.csv: this is no matrix of plain numbers"),
        (npz(a=MATRIX)[:-30], "h.csv: the file is damaged (BadZipFile)"),
        (npy(MATRIX)[:-1], "h.csv: the file is cut off or damaged"),
        (b"PK\3\4junk", "h.csv: the file is damaged (BadZipFile)"),
    ],
)
def test_what_is_wrong(text, says):
    assert refused(text).startswith(says)


def test_limits_hold_before_the_memory_is_taken(monkeypatch):
    for name, value in (("MAX_ROWS", 2), ("MAX_COLUMNS", 3), ("MAX_CELLS", 11)):
        with monkeypatch.context() as patch:
            patch.setattr(f"rcr.formats.haplotypes.limits.{name}", value)
            for text in (PLAIN, PLAIN.replace(",", " , "), npz(a=MATRIX), npy(MATRIX)):
                assert "cut out a window of sites or take fewer haplotypes" in refused(text)
    header = npy(MATRIX).replace(b"(3, 4), }" + b" " * 6, b"(900000, 50), }")
    assert "cut off or damaged" in refused(header)
    monkeypatch.setattr("rcr.formats.haplotypes.limits.MAX_BYTES", 2**16)
    assert "longer than" in refused(gzip.compress(b"0,1\n" * 2**16))
    with io.BytesIO() as buffer:
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.npy", npy(np.zeros((1, 2**17), dtype=np.int8)))
        assert "cut out a window" in refused(buffer.getvalue())


@settings(deadline=None, max_examples=50)
@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(0, 2**32),
    st.sampled_from([".csv", ".csv.gz", ".npz", ".txt"]),
)
def test_round_trip(tmp_path_factory, rows, columns, seed, ending):
    matrix = np.random.default_rng(seed).integers(0, 2, (rows, columns))
    path = tmp_path_factory.getbasetemp() / f"h{ending}"
    save_haplotypes(matrix, path)
    assert load_haplotypes(path).tolist() == matrix.tolist()


def test_only_a_matrix_of_0_and_1_is_written(tmp_path):
    with pytest.raises(ModelError, match="row 1, column 1 is 2; an allele is 0 or 1"):
        save_haplotypes(np.full((2, 2), 2), tmp_path / "h.csv")
    with pytest.raises(ModelError, match="no such file"):
        load_haplotypes(tmp_path / "h.csv")
