"""The Learn page without a browser: the list, the answers, and what is hidden."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.course.exercise import exercise_kinds
from rcr.course.learner import Learner
from rcr.course.lesson_folders import APP_LESSONS, lessons
from rcr.ui.keeping import address
from rcr.ui.learn.words import BY_LANGUAGE
from rcr.ui.learn.words.fields import LearnWords
from tests.haste import slow_after_the_first
from tests.screen import sent


def opened() -> AppTest:
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    return at.switch_page("pages/learn.py").run()


@pytest.fixture
def app() -> AppTest:
    return opened()


def button(at: AppTest, key: str):
    return next(b for b in at.button if b.key == key)


def learner(at: AppTest) -> Learner:
    found: Learner = at.session_state.visitor.learn.learner
    return found


def open_lesson(at: AppTest, name: str, step: int = 0) -> None:
    button(at, f"open-{name}").click().run()
    learner(at).passed |= set(range(step))
    if step:
        learner(at).go(step)
    at.run()
    assert not at.exception


def test_the_list_has_every_lesson_with_its_aims(app):
    assert not app.exception
    text = " ".join(m.value for m in app.markdown)
    for lesson in lessons().values():
        assert lesson.title in text
        assert lesson.aims[0][1:] in text  # it begins with a capital there
        assert f"{lesson.minutes} min" in text


def test_a_wrong_number_brings_the_hint_and_the_right_one_lets_go_on(app):
    open_lesson(app, "best-state")
    key = "number-best-state-0"
    app.text_input(key=key).set_value("6")
    app.button(key="FormSubmitter:form-number-best-state-0-Check").click().run()
    assert "Choices do not add up" in app.warning[0].value
    assert "000 is the first" in app.info[0].value
    assert not [b for b in app.button if b.key == "next"]
    app.text_input(key=key).set_value("8")
    app.button(key="FormSubmitter:form-number-best-state-0-Check").click().run()
    assert "Right" in app.success[0].value
    button(app, "next").click().run()
    assert learner(app).n == 1
    assert not app.exception


def test_what_a_step_hides_is_not_sent(app):
    open_lesson(app, "best-state")
    assert sent(app)["marks"] == []
    assert not app.metric
    open_lesson_again = lessons()["frustration"]
    assert "violated-edge" in open_lesson_again.steps[3].hides


def test_a_prediction_on_the_graph_is_an_answer_and_then_all_is_revealed(app):
    open_lesson(app, "frustration", 3)
    data = sent(app)
    assert data["impact"] == data["suggested"] == data["theta"] == data["clones"] == []
    assert "x" not in data["look"]
    before = learner(app).run.state
    run = learner(app).run
    impact = run.candidates().impact
    ids = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    worst, best = ids[int(impact.argmin())], ids[int(impact.argmax())]
    app.session_state["learn-graph"] = {"clicks": [[1, "recover", [worst]]]}
    app.run()
    assert learner(app).run.state is before
    assert "rank" in app.warning[0].value
    assert sent(app)["impact"] == []
    app.session_state["learn-graph"] = {"clicks": [[2, "recover", [best]]]}
    app.run()
    assert "Rank 1" in app.success[0].value
    assert sent(app)["impact"] != []
    assert [c for c in app.get("bidi_component") if c.proto.component_name.endswith("rcr_drawing")]


def test_clicks_move_the_run_only_where_the_step_allows_it(app):
    open_lesson(app, "cutting", 1)
    before = learner(app).run.state
    app.session_state["learn-graph"] = {"clicks": [[1, "relax", ["c1"]]]}
    app.run()
    assert learner(app).run.state is before
    assert "stay as they are" in app.error[0].value
    button(app, "step-0").click().run()
    app.session_state["learn-graph"] = {"clicks": [[1, "relax", ["c1"]], [2, "relax", ["c1"]]]}
    app.run()
    assert "c1" not in learner(app).run.state.recovered
    assert learner(app).done


@pytest.mark.slow
def test_a_reload_finds_the_lesson_in_the_address(app):
    open_lesson(app, "pieces")
    assert app.query_params["lesson"] == "pieces"
    fresh = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    fresh.query_params["lesson"] = "pieces"
    fresh.run().switch_page("pages/learn.py")
    fresh.query_params["lesson"] = "pieces"
    fresh.run()
    assert learner(fresh).lesson.id == "pieces"


def test_a_lesson_that_cannot_be_read_is_told_with_file_and_line(app, tmp_path, monkeypatch):
    (tmp_path / "mine.md").write_text("---\ntitle: x\n---\n")
    monkeypatch.setenv(APP_LESSONS, str(tmp_path))
    app.run()
    assert not app.exception
    assert "mine.md:" in app.error[0].value


def test_the_page_speaks_german(app):
    app.session_state["app:language"] = "de"
    app.run()
    assert not app.exception
    assert app.header[0].value == BY_LANGUAGE["de"].course_title
    assert button(app, "open-best-state").label == "Beginnen"
    assert "Der beste Zustand von Hand" in " ".join(m.value for m in app.markdown)
    button(app, "open-best-state").click().run()
    assert "Wie viele Belegungen gibt es?" in " ".join(m.value for m in app.markdown)


def test_every_language_fills_in_the_same_places():
    """A translation that forgets a brace, or an entry of a table, would fail on the page."""
    english = BY_LANGUAGE["en"]
    for other in BY_LANGUAGE.values():
        for name in LearnWords.__dataclass_fields__:
            ours, theirs = getattr(english, name), getattr(other, name)
            if isinstance(ours, str):
                assert places(ours) == places(theirs), name
            else:
                assert list(ours) == list(theirs), name


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def open_exercise(at: AppTest, kind: str, seed: int = 3, level: int = 1) -> None:
    at.query_params["exercise"] = kind
    at.query_params["seed"] = str(seed)
    at.query_params["level"] = str(level)
    at.run()
    assert not at.exception


def practice(at: AppTest):
    return at.session_state.visitor.learn.practice


@pytest.mark.parametrize("kind", slow_after_the_first(sorted(exercise_kinds())))
def test_every_exercise_is_drawn_marked_and_explained(app, kind):
    open_exercise(app, kind)
    posed = practice(app).instance
    assert (posed.kind, posed.seed, posed.level) == (kind, 3, 1)
    assert posed.posed.question in " ".join(m.value for m in app.markdown)
    practice(app).mark(posed.form.solution)
    app.run()
    assert not app.exception
    assert "100 of 100" in app.success[0].value
    done = app.session_state.visitor.learn.exercised
    assert [(one.kind, one.credit) for one in done] == [(kind, 1.0)]
    button(app, "another").click().run()
    assert not app.exception
    assert not practice(app).done
    assert practice(app).instance.kind == kind


def test_edges_of_an_exercise_are_clicked_on_the_graph(app):
    open_exercise(app, "violated")
    assert set(sent(app)["look"]) == {"-"}
    right = practice(app).instance.form.solution
    clicks = [[n, "recover", [edge]] for n, edge in enumerate(right, start=1)]
    app.session_state["learn-graph"] = {"clicks": clicks}
    app.run()
    assert practice(app).chosen == right
    button(app, "check-edges").click().run()
    assert practice(app).marking.score == 1.0


def test_numbers_are_typed_and_partly_right(app):
    open_exercise(app, "marginal")
    first = practice(app).instance.form.solution[0]
    app.text_input[0].set_value(f"{first:.2f}")
    app.text_input[1].set_value("many")
    next(b for b in app.button if b.label == "Check").click().run()
    assert practice(app).marking is None
    assert "Something is missing" in app.error[0].value
    app.text_input[1].set_value("1000")
    next(b for b in app.button if b.label == "Check").click().run()
    assert practice(app).marking.score == 0.5
    assert "Partly right" in app.info[0].value


def test_an_address_that_names_no_exercise_gives_another(app):
    open_exercise(app, "juggling", 5, 9)
    assert practice(app).instance.level == 1


def contest(at: AppTest):
    return at.session_state.visitor.learn.contest


@pytest.mark.slow
def test_a_challenge_is_played_finished_and_passed_on(app):
    app.query_params["challenge"] = "fewest"
    app.query_params["size"] = "small"
    app.query_params["seed"] = "4"
    app.query_params["beat"] = "15"
    app.run()
    assert not app.exception
    game = contest(app)
    assert game.beat == 15
    assert game.score is None
    assert sent(app)["suggested"] == []
    ids = list(game.arena.run.cloned.constraints)
    app.session_state["learn-graph"] = {"clicks": [[1, "recover", [c.id for c in ids]]]}
    app.run()
    assert game.score == len(ids)
    button(app, "contest-back").click().run()
    assert game.score is None
    app.session_state["learn-graph"] = {"clicks": [[2, "recover", [c.id for c in ids]]]}
    app.run()
    button(app, "contest-finish").click().run()
    assert not app.exception
    assert contest(app).played.score == len(ids)
    assert "par is" in app.success[0].value
    assert "to beat was 15: not yet" in app.success[0].value
    assert f"beat={len(ids)}" in app.code[0].value
    assert [p.score for p in app.session_state.visitor.learn.contests] == [len(ids)]
    job = app.session_state.visitor.learn.opponents
    job.wait(60)
    app.run()
    assert "cycle: **" in " ".join(m.value for m in app.markdown)
    assert not app.exception
    button(app, "contest-again").click().run()
    assert contest(app).arena is game.arena
    assert contest(app).beat == 15
    assert contest(app).score is contest(app).played is None
    button(app, "new-challenge").click().run()
    assert contest(app).played is None
    button(app, "challenge-of-the-day").click().run()
    assert not app.exception


@pytest.mark.slow
def test_who_gives_up_sees_the_opponents_and_keeps_no_score(app):
    app.query_params.update({"challenge": "fewest", "size": "small", "seed": "4"})
    app.run()
    button(app, "contest-give-up").click().run()
    assert not app.exception
    game, learn = contest(app), app.session_state.visitor.learn
    assert game.finished
    assert game.played is None
    assert learn.contests == []
    assert f"Par is {game.arena.par:.0f}" in app.info[0].value
    learn.opponents.wait(60)
    app.run()
    assert "cycle: **" in " ".join(m.value for m in app.markdown)
    assert not {"contest-give-up", "contest-finish"} & {b.key for b in app.button}


def test_the_report_tells_what_was_done(app):
    app.query_params["report"] = "1"
    app.run()
    assert "Nothing yet" in app.info[0].value
    del app.query_params["report"]
    open_exercise(app, "violated")
    practice(app).mark([])
    del app.query_params["exercise"]
    app.query_params["report"] = "1"
    app.run()
    assert not app.exception
    assert app.dataframe[0].value["what"].tolist() == ["violated"]


@pytest.mark.slow
def test_tomorrow_goes_on_where_it_was(monkeypatch):
    """Another tab of the same browser finds the answers, and the next step."""
    cookies: dict[str, str] = {}
    monkeypatch.setattr(address, "given", lambda name: cookies.get(name, ""))
    monkeypatch.setattr(address, "remember", lambda name, text, _: cookies.update({name: text}))
    app = opened()
    open_lesson(app, "best-state")
    app.text_input(key="number-best-state-0").set_value("8")
    app.button(key="FormSubmitter:form-number-best-state-0-Check").click().run()
    button(app, "all-lessons").click().run()
    open_exercise(app, "violated")
    practice(app).mark([])
    app.run()
    assert cookies
    other = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120)
    other.run()
    other.switch_page("pages/learn.py")
    other.query_params["lesson"] = "best-state"
    other.run()
    assert not other.exception
    assert learner(other).n == 1
    assert learner(other).passed == {0}
    done = other.session_state.visitor.learn.done
    assert [(a.step, a.right) for a in done.attempts] == [(0, True)]
    assert [e.kind for e in done.exercised] == ["violated"]
