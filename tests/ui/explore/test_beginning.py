"""The first visit to the triangle begins at θ = 1 in the cut view, and nothing else does."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from rcr import Run, bundle
from rcr.models.samples import samples
from rcr.ui.explore import keys
from rcr.ui.explore.beginning import COMPENSATED, THETA_ONE
from rcr.views.network.picture import COMPACT, CUT

OTHER = "parity-checks"


def explore() -> AppTest:
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    assert not at.exception
    return at


def choose(at: AppTest, model: str) -> Run:
    """The run that the page shows of this model."""
    at.selectbox(key=keys.MODEL).set_value(model).run()
    assert not at.exception
    return at.session_state["visitor"].explore.run


def looks(at: AppTest) -> tuple[str, str]:
    return at.session_state[keys.BEGINNING], at.session_state[keys.VIEW]


def test_only_the_triangle_is_watched_from_theta_one():
    at = explore()
    assert looks(at) == (COMPENSATED, COMPACT)
    run = choose(at, "triangle")
    assert looks(at) == (THETA_ONE, CUT)
    assert run.state.updates == 0
    assert run.state.now > Run(samples()["triangle"].load(), start="forest").converge().now
    assert choose(at, OTHER).state.settled
    assert looks(at) == (COMPENSATED, COMPACT)
    choose(at, "triangle")  # it was seen
    assert looks(at) == (COMPENSATED, COMPACT)


def test_what_the_visitor_chose_there_stays():
    at = explore()
    choose(at, "triangle")
    at.session_state[keys.VIEW] = COMPACT
    at.run()
    choose(at, OTHER)
    at.session_state[keys.VIEW] = CUT
    at.run()
    choose(at, "frustrated-grid")
    assert looks(at) == (COMPENSATED, CUT)
