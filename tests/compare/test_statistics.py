"""Who wins: medians with their intervals, paired tests, and the sentence that says what the numbers
say.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, wilcoxon

from rcr.compare.duels import duels, signed_rank
from rcr.compare.measures import median, medians
from rcr.compare.verdict import verdict


def summary(
    name: str, seed: int, recovered: float, status: str = "certified", kind: str = "recovery"
) -> dict:
    figures = {
        "recovered": recovered,
        "loops_closed": recovered,
        "cpu_seconds": recovered / 100,
        "gap": 0.0 if status == "certified" else 1.0,
        "treewidth": 2,
    }
    return {
        "model": "m",
        "seed": seed,
        "contestant": name,
        "kind": kind,
        "status": status,
        **figures,
    }


@given(st.integers(1, 200))
def test_the_interval_of_a_median_is_as_sure_as_it_says(n):
    found = median([float(i) for i in range(n)])
    assert found.value == np.median(np.arange(n))
    assert found.low == n - 1 - found.high
    k = int(found.low) + 1  # the k-th smallest and the k-th largest
    assert found.confidence == pytest.approx(1 - 2 * binom.cdf(k - 1, n, 0.5))
    assert found.confidence >= 0.95 or k == 1
    assert 1 - 2 * binom.cdf(k, n, 0.5) < 0.95  # one step narrower would promise too much


def test_a_clear_winner_is_told_by_how_much():
    rows = [
        summary(name, seed, base + seed)
        for seed in range(12)
        for name, base in (("a", 50), ("b", 90), ("c", 95))
    ]
    said = verdict(rows, "recovered")
    assert said.startswith(
        "Recovered until certified: a beats b, median 55.5 against 95.5, 40 less in the "
        "median of the pairs"
    )
    assert "a was better on 12 of 12 models, b on 0" in said
    assert said.endswith("corrected for 3 pairs): more than noise.")
    short = verdict(rows, "recovered", short=True)
    assert (
        short == "Recovered until certified: a beats b, median 55.5 against 95.5 (more than noise)."
    )
    assert "times as fast" in verdict(rows, "cpu_seconds")
    assert "equal on all 12 models" in verdict(rows, "gap")
    of_two = verdict(rows, "recovered", pair=("c", "b"))
    assert of_two.startswith("Recovered until certified: b beats c, median 95.5 against 100")
    assert "corrected for 3 pairs" in of_two  # the others have met as well


def test_few_models_or_mixed_results_may_be_noise():
    few = [
        summary(name, seed, base + seed)
        for seed in range(4)
        for name, base in (("a", 50), ("b", 90))
    ]
    assert "this may be noise, and 4 are too few to tell" in verdict(few, "recovered")
    one = verdict(few[:2], "recovered")
    assert "a was better on 1 of 1 model, b on 0" in one
    assert one.endswith("this may be noise, and 1 is too few to tell.")
    assert "equal on the only model" in verdict(few[:2], "gap")
    mixed = [
        summary(name, seed, 50 + (seed % 2) * sign)
        for seed in range(20)
        for name, sign in (("a", 1), ("b", -1))
    ]
    mixed += [summary("a", 20 + i, 50) for i in range(9)] + [
        summary("b", 20 + i, 51) for i in range(9)
    ]
    assert duels(mixed, "recovered")[0].wins in (9, 10)
    assert "may be noise" in verdict(mixed, "recovered")


def test_who_gives_up_cannot_win_and_who_recovers_nothing_is_not_asked():
    rows = [summary("quitter", seed, 1, "bounded") for seed in range(8)] + [
        summary("worker", seed, 300) for seed in range(8)
    ]
    assert math.isinf(medians(rows, "recovered")["quitter"].value)
    assert verdict(rows, "recovered").startswith(
        "Recovered until certified: worker beats quitter, median 300 against not certified"
    )
    rows += [summary("mplp", seed, 3, kind="peer") for seed in range(8)]
    assert "mplp" not in medians(rows, "recovered")
    assert "mplp" in medians(rows, "cpu_seconds")
    assert verdict([r for r in rows if r["contestant"] == "quitter"] + rows[-8:], "gap").startswith(
        "Final gap: mplp beats quitter"
    )


@given(
    st.lists(st.integers(1, 10**6), min_size=1, max_size=30, unique=True),
    st.randoms(use_true_random=False),
)
def test_the_paired_test_is_wilcoxons(sizes, coin):
    differences = np.array([coin.choice((-1.0, 1.0)) * size for size in sizes])
    assert signed_rank(differences) == pytest.approx(wilcoxon(differences, method="exact").pvalue)


def test_tied_and_infinite_differences_have_their_exact_law():
    assert signed_rank(np.full(5, 2.0)) == 2 / 2**5
    assert signed_rank(np.array([1.0, 1.0, -1.0])) == 1.0
    assert signed_rank(np.array([np.inf] * 6)) == 2 / 2**6
    assert signed_rank(np.array([1.0, 2.0, 3.0, 4.0, -np.inf])) == pytest.approx(
        2 * 10 / 2**5
    )  # sums of ranks up to 5


def test_the_p_values_of_all_pairs_are_corrected_after_holm():
    rng = np.random.default_rng(0)
    rows = [
        summary(name, seed, float(rng.random() + shift))
        for name, shift in (("a", 0), ("b", 0.4), ("c", 2))
        for seed in range(9)
    ]
    plain = {}
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        [duel] = duels([r for r in rows if r["contestant"] in pair], "recovered")
        plain[pair] = duel.p
    corrected = {
        (min(d.better, d.worse), max(d.better, d.worse)): d.p for d in duels(rows, "recovered")
    }
    low, middle, high = sorted(plain, key=lambda pair: plain[pair])
    assert corrected[low] == pytest.approx(3 * plain[low])
    assert corrected[middle] == pytest.approx(max(3 * plain[low], 2 * plain[middle]))
    assert corrected[high] == pytest.approx(max(corrected[middle], plain[high]))
