"""Damaged files by the thousand: each must give a model or one clear sentence, soon, without
filling the memory.

``python benchmarks/fuzz.py [COUNT] [SEED]`` prints counts, the slowest file of each format and
the growth of the process; a file that gives anything but a model or a ``ModelError`` is printed
and ends the run. The tests use the same mutations on fewer files.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
import time
from collections import Counter

import numpy as np

from rcr.bayesian_network import describe
from rcr.formats import load_evidence_text, load_model_text, model_json, uai
from rcr.formats.bif import writer as bif_writer
from rcr.formats.haplotypes import load_haplotypes_text
from rcr.model import Factor, Model, ModelError, Variable

WORDS = [
    *(
        b"0",
        b"1",
        b"-1",
        b"2",
        b"0.5",
        b"1e400",
        b"1e-400",
        b"nan",
        b"inf",
        b"-inf",
        b"1e",
        b"0x1",
        b"1_0",
        b"1000000",
        b"9" * 20,
    ),
    *(
        b"9" * 5000,
        b"{",
        b"}",
        b"[",
        b"]",
        b"(",
        b")",
        b",",
        b";",
        b"|",
        b":",
        b'"',
        b"'",
        b"\\",
        b"/*",
        b"*/",
        b"//",
        b"#",
    ),
    *(
        b"\n",
        b"\r",
        b"\t",
        b" ",
        b"\0",
        b"\xff",
        b"\x85",
        b"\x1f\x8b",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        "ä∞\u2028".encode(),
    ),
    *(
        b"network",
        b"variable",
        b"probability",
        b"type discrete [ 2 ] { a, b };",
        b"table",
        b"default",
        b"property x;",
        b"a",
        b"X1",
    ),
    *(
        b"MARKOV",
        b"BAYES",
        b"null",
        b"true",
        b'"states"',
        b'"scope": [0, 0],',
        b'"\\ud800"',
        b"[[[[",
        b"{}",
        b"1.0",
        b"0,1",
    ),
    *(b"PK", b"\x93NUMPY", b"f16", b"(9, 9)"),
]
TOKEN = re.compile(rb"[\w.+-]+")

Edit = tuple[int, float, float, int]  # what to do, where, how much, which word


def apply(text: bytes, edits: list[Edit]) -> bytes:
    """The text after some edits; places are fractions of its length, so that every edit makes
    sense for every text.
    """
    for what, where, much, which in edits:
        at, size = (
            int(where * len(text)),
            int(len(text) ** (0.8 * much)),
        )  # mostly small pieces, sometimes large ones
        end, word = min(len(text), at + size), WORDS[which % len(WORDS)]
        match what % 10:
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + text[at:end] + text[end:]
            case 2:
                text = text[:at] + word + text[at:]
            case 3:
                text = text[:at] + word + text[end:]
            case 4:
                text = text[:at]
            case 5:
                text = text[:at] + bytes([which % 256]) + text[at + 1 :]
            case 6:
                text = text[:at] + word * (which % 1000) + text[at:]
            case (
                7 | 8
                # one word of the text, or a word of ours, in the place of another: most of the
                # grammar stays
            ):
                other = TOKEN.search(text, int(much * len(text))) if what % 10 == 7 else None
                if old := TOKEN.search(text, at):
                    text = text[: old.start()] + (other[0] if other else word) + text[old.end() :]
            case 9:
                text = gzip.compress(text, compresslevel=1) if which % 4 == 0 else text
    return text


def random_edits(rng: np.random.Generator) -> list[Edit]:
    count = int(rng.choice([1, 1, 1, 2, 2, 3, 5, 10]))
    return [
        (int(rng.integers(10)), float(rng.random()), float(rng.random()), int(rng.integers(2**20)))
        for _ in range(count)
    ]


def _network(n: int) -> Model:
    """A network of variables with up to three states and two parents."""
    rng = np.random.default_rng(n)
    variables = tuple(
        Variable(f"v {i}" if i % 5 == 0 else f"v{i}", ("no", "yes", "a, b")[: 2 + i % 2])
        for i in range(n)
    )
    scopes = [(*sorted({int(v) for v in rng.integers(0, i, 2)} if i else ()), i) for i in range(n)]
    factors = (
        Factor.of(
            s,
            np.round(
                rng.dirichlet(np.ones(variables[s[-1]].card), [variables[p].card for p in s[:-1]]),
                3,
            ),
        )
        for s in scopes
    )
    return Model(variables, tuple(factors), "BAYES")


def _arrays(**arrays: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


_NETWORKS = [_network(1), _network(4), _network(30)]
_ALLELES = np.random.default_rng(0).integers(0, 2, (12, 30))
_CSV = "\n".join(",".join(map(str, row)) for row in _ALLELES.tolist())
_JAVABAYES = b"""// one
network "dog" { //3 variables
 property "author = "me"" ;
}
variable "a" { //2 values
 type discrete[2] { "true" "false" };
 property "position = (1, 2)" ;
}
variable "b" { type discrete[3] { "x" "y" "z" }; }
variable c { type discrete [ 2 ] { low, very high } }
probability ( "a" ) { table 0.25 0.75 ; }
probability ( "b" "a" ) { table 0.1 0.2 0.3 0.3 0.6 0.5 ; /* the child is slowest */ }
probability ( c | "a", b ) { default 0.5, 0.5; (true, x) 1e-3, .999; ("false" y) 1, 0; }
"""
SEEDS: dict[str, list[bytes]] = {
    ".bif": [*(bif_writer.format_model(m).encode() for m in _NETWORKS), _JAVABAYES],
    ".uai": [uai.format_model(m, log_space=False).encode() for m in _NETWORKS],
    ".LG": [uai.format_model(m, log_space=True).encode() for m in _NETWORKS],
    ".json": [model_json.format_model(m.observe({0: 0})).encode() for m in _NETWORKS],
    "": [
        bif_writer.format_model(_NETWORKS[1]).encode(),
        uai.format_model(_NETWORKS[1], log_space=False).encode(),
    ],
    ".evid": [b"1\n2 0 1 2 1\n", b"3 0 0 1 1 2 0", b"0"],
    ".csv": [
        _CSV.encode(),
        ("a b c\n" + _CSV[:60].replace(",", " ")).encode(),
        _CSV.replace(",", "").encode(),
    ],
    ".npz": [_arrays(haplotypes=_ALLELES.astype(np.int8)), _arrays(a=_ALLELES, b=_ALLELES > 0)],
}


def check(ending: str, data: bytes) -> str:
    """``model`` or ``sentence``; anything else is raised."""
    try:
        if ending in (".csv", ".npz"):
            load_haplotypes_text(data, f"m{ending}")
        elif ending == ".evid":
            load_evidence_text(data, "m.evid", _NETWORKS[1])
        else:
            _write_again(load_model_text(data, f"m{ending}"))
    except ModelError as error:
        sentence = str(error)
        assert sentence.startswith("m"), sentence
        assert "\n" not in sentence, sentence
        assert len(sentence) < 1000, sentence
        return "sentence"
    return "model"


def _write_again(model: Model) -> None:
    """What was read can be described, written and read once more, the same to the last digit."""
    describe(model)
    assert load_model_text(model_json.format_model(model), "m.json").digest == model.digest
    assert (
        load_model_text(uai.format_model(model, log_space=True), "m.LG").digest
        == model.observe({}).digest
    )
    try:
        text = bif_writer.format_model(model)
    except ModelError:  # no Bayesian network, or a name that the format cannot hold
        return
    assert load_model_text(text, "m.bif").variables == model.variables


def main(count: int, seed: int) -> None:
    import resource  # not on Windows, where the tests still use the rest of this file

    def resident() -> float:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20

    rng = np.random.default_rng(seed)
    found: Counter[tuple[str, str]] = Counter()
    slowest: dict[str, tuple[float, int]] = {}
    held: list[str] = []
    began = time.perf_counter()
    for n in range(count):
        ending = list(SEEDS)[n % len(SEEDS)]
        data = apply(SEEDS[ending][int(rng.integers(len(SEEDS[ending])))], random_edits(rng))
        clock = time.process_time()
        try:
            found[ending, check(ending, data)] += 1
        except Exception:
            print(f"file {n} ({ending or 'no ending'}): {data[:2000]!r}")
            raise
        slowest[ending] = max(
            slowest.get(ending, (0.0, 0)), (time.process_time() - clock, len(data))
        )
        if n % (count // 4) == count // 4 - 1:
            held.append(f"{resident():.0f}")
    print(f"{count:,} damaged files, seed {seed}, {time.perf_counter() - began:.0f} s")
    for ending in SEEDS:
        seconds, size = slowest[ending]
        counts = f"{found[ending, 'model']:6,} models {found[ending, 'sentence']:6,} sentences"
        print(
            f"  {ending or 'none':6} {counts}, slowest {seconds * 1000:5.0f} ms of processor "
            f"time ({size:,} bytes)"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"memory after each quarter of the files: {', '.join(held)} MiB; at most {peak:.0f} MiB")


if __name__ == "__main__":
    main(
        max(4, int(sys.argv[1])) if len(sys.argv) > 1 else 100_000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 0,
    )
