"""Beat the heuristic: an instance and a goal; the opponents play beside the page and are seen at
the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from rcr import State
from rcr.course.challenge import GOALS, OPPONENTS, SIZES, Arena, Challenge, of_the_day, set_up
from rcr.course.challenge.challenge import BOUND, Played
from rcr.course.challenge.contest import Contest
from rcr.ui.components.chart import chart
from rcr.ui.components.drawing import drawing
from rcr.ui.components.graph import Click
from rcr.ui.job import Cancel, Job
from rcr.ui.learn import keys
from rcr.ui.learn.beside_its_run import beside_its_run
from rcr.ui.learn.drawn_words import chart_in_our_words
from rcr.ui.learn.staging import stage_contest
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.waiting_line import HEAVY
from rcr.ui.widgets import chosen, kept, show
from rcr.views.contest import contest_chart, score_card

MAX_SEED = 9999  # short enough to be said aloud
TOLD_ALIKE = 5e-4  # scores are told, and sent with a link, to three decimals
LOOK_SECONDS = 0.5  # from one look at the opponents to the next


def challenge_page() -> None:
    """The goal and the score beside the run."""
    _open_address()
    with st.container(horizontal=True, vertical_alignment="bottom", key="exercise-head"):
        _choose()
    contest = visitor().learn.contest
    if contest is None:
        return
    beside_its_run(partial(stage_contest, contest), partial(_act, contest), partial(_tell, contest))


def _tell(contest: Contest) -> None:
    """The goal, and once it is over how it ended."""
    _goal(contest)
    if contest.played is not None:
        _end(contest, contest.played)
    elif contest.given_up:
        st.info(words().given_up.format(par=_written(contest, contest.arena.par)))
        _race(contest)


@st.cache_resource(max_entries=30, show_spinner="Looking for an instance that is worth it …")
def _arena(challenge: Challenge) -> Arena:
    return set_up(challenge)


def _opponents(arena: Arena, cancel: Cancel) -> dict[str, list[State]]:
    """Their ways; what each state is worth is known to the arena afterwards."""
    ways = {name: arena.play(name, cancel.is_set) for name in OPPONENTS}
    for way in ways.values():
        _points(arena, way)
    return ways


def _points(arena: Arena, way: Iterable[State]) -> list[tuple[int, float]]:
    """A way as the chart draws it."""
    return [(state.relaxation.count, arena.floor(state)) for state in way]


def _begin(challenge: Challenge, beat: float | None = None) -> None:
    """Another contest, and the opponents at once beside it."""
    visit, arena = visitor().learn, _arena(challenge)
    with visit.lock:
        if visit.opponents is not None:
            visit.opponents.cancel()
        visit.contest = Contest(arena, visit.contests.append, beat)
        visit.opponents = Job(lambda report, cancel: _opponents(arena, cancel), HEAVY)
    show(keys.GOAL, challenge.goal)
    show(keys.SIZE, challenge.size)
    _name(challenge, beat)


def _name(challenge: Challenge, beat: float | None) -> None:
    st.query_params.update(challenge.written(beat))


def _open_address() -> None:
    """What the address names, or the challenge of the day."""
    visit, asked = visitor().learn, Challenge.read(st.query_params.to_dict())
    known = visit.contest
    if known is not None and asked in (None, known.arena.challenge):
        _name(known.arena.challenge, known.beat)
        return
    try:
        beat = float(st.query_params.get(keys.BEAT, ""))
    except ValueError:
        beat = None
    _begin(asked or of_the_day(datetime.now(UTC).date()), beat)


def _new() -> None:
    """Another instance of what is chosen; for callbacks."""
    goal, size = str(chosen(keys.GOAL, GOALS[0])), str(chosen(keys.SIZE, "small"))
    _begin(Challenge(goal, size, random.randint(0, MAX_SEED)))


def _again(contest: Contest) -> None:
    """The same from its beginning; for callbacks."""
    _begin(contest.arena.challenge, contest.beat)


def _today() -> None:
    _begin(of_the_day(datetime.now(UTC).date()))


def _choose() -> None:
    w = words()
    sizes = list(SIZES)
    st.selectbox(
        w.goal, GOALS, format_func=w.goals.__getitem__, **kept(keys.GOAL, GOALS[0]), on_change=_new
    )
    st.segmented_control(
        w.size,
        sizes,
        format_func=w.sizes.__getitem__,
        **kept(keys.SIZE, sizes[0]),
        required=True,
        on_change=_new,
    )
    st.button(w.new_one, key="new-challenge", on_click=_new)
    st.button(w.of_the_day, key="challenge-of-the-day", on_click=_today)


def _act(contest: Contest, clicks: Iterable[Click]) -> None:
    for click in clicks:
        if ids := click.open(contest.run.state.recovered):
            contest.click(click.kind, ids)


def _written(contest: Contest, value: float | None) -> str:
    if value is None:
        return words().none
    return f"{value:.3f}" if contest.arena.challenge.goal == BOUND else f"{value:.0f}"


def _goal(contest: Contest) -> None:
    w, arena = words(), contest.arena
    st.markdown(f"**{w.goal_texts[arena.challenge.goal].format(limit=arena.limit)}**")
    if not contest.finished:
        st.markdown(w.challenge_rules)
    with st.container(horizontal=True):
        st.metric(w.your_score, _written(contest, contest.score))
        st.metric(w.par, _written(contest, arena.par), help=w.par_help)
        if contest.beat is not None:
            st.metric(w.to_beat, _written(contest, contest.beat))
    if contest.finished:
        st.button(w.try_again, key="contest-again", on_click=_again, args=(contest,))
        return
    at_start = contest.run.state.number == arena.run.state.number
    practise = visitor().learn.contend
    with st.container(horizontal=True):
        st.button(
            w.controls["back"],
            key="contest-back",
            shortcut="b",
            disabled=at_start,
            on_click=practise,
            args=(Contest.back,),
        )
        if contest.score is None:
            st.button(w.give_up, key="contest-give-up", on_click=practise, args=(Contest.give_up,))
        else:
            st.button(
                w.finish,
                key="contest-finish",
                type="primary",
                on_click=practise,
                args=(Contest.finish,),
            )


def _end(contest: Contest, played: Played) -> None:
    """The card, the link, and what the opponents made of it."""
    w, challenge = words(), played.challenge
    said = [_compared(played.score, played.par, w.below_par, w.at_par, w.above_par)]
    if contest.beat is not None:
        said.append(_compared(played.score, contest.beat, w.beaten, w.drawn, w.not_beaten))
    values = {"score": played.score, "par": played.par, "beat": contest.beat}
    told = {name: _written(contest, value) for name, value in values.items()}
    st.success(" ".join(said).format(**told))
    _race(contest)
    lines = [
        f"{w.your_score}: {_written(contest, played.score)}",
        f"{w.par}: {_written(contest, played.par)}",
        f"{w.sizes[challenge.size]}, {challenge.seed}",
    ]
    card = score_card(contest.run.state, w.goals[challenge.goal], lines)
    drawing(card, key="score-card")
    st.download_button(w.save_card, card, "score.svg", "image/svg+xml", on_click="ignore")
    st.caption(w.challenge_link)
    address = (st.context.url or "").partition("?")[0]
    st.code(
        f"{address}?{urlencode(challenge.written(played.score))}", language=None, wrap_lines=True
    )


def _compared(score: float, other: float, below: str, equal: str, above: str) -> str:
    """Which of the words fits; scores that are told alike are equal."""
    return equal if abs(score - other) < TOLD_ALIKE else below if score < other else above


@st.fragment(run_every=LOOK_SECONDS)
def _waiting(job: Job[object, dict[str, list[State]]]) -> None:
    if not job.running:
        st.rerun()
    st.caption(words().opponents_play)


def _race(contest: Contest) -> None:
    """Everybody's way as curves, once the opponents are done."""
    job, arena = visitor().learn.opponents, contest.arena
    if job is None:
        return
    if job.running:
        _waiting(job)
        return
    others = job.result()
    found = {name: arena.score_of(states) for name, states in others.items()}
    st.markdown(
        " · ".join(f"{name}: **{_written(contest, value)}**" for name, value in found.items())
    )
    made = contest_chart(
        words().you,
        _points(arena, contest.run.state.path()),
        {name: _points(arena, states) for name, states in others.items()},
    )
    chart(
        chart_in_our_words(made),
        key="contest-chart",
        height="240px",
        alt="Upper bound over the constraints put back, yours and the opponents'",
        on_pick=lambda _: None,
    )
