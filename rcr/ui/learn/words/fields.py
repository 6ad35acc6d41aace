"""What the Learn page says: a name for every text, so that no translation can leave one out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LearnWords:
    """The texts; what stands in braces is filled in."""

    # the parts of the page
    part: str
    parts: Mapping[str, str]
    # the course
    course_title: str
    course_invitation: str
    minutes: str
    steps_done: str
    finished: str
    start: str
    go_on: str
    again: str
    for_teachers: str
    what_to_ask: str
    what_goes_wrong: str
    first_lesson: str
    back_to_lesson: str
    # a lesson
    all_lessons: str
    step_of: str
    check: str
    compare: str
    your_number: str
    your_words: str
    no_number: str
    too_short: str
    model_answer: str
    right: str
    wrong: str
    hint: str
    show_me: str
    show_next: str
    moves: Mapping[str, str]
    shown: str
    next_step: str
    open_so_far: str
    lesson_done: str
    next_lesson: str
    open_in_explore: str
    open_in_explore_help: str
    # the run beside it
    controls: Mapping[str, str]
    control_help: Mapping[str, str]
    edge: str
    choose_edge: str
    this_edge: str
    all_edges: str
    no_click: str
    views: Mapping[str, str]
    figures: Mapping[str, str]
    none: str
    proved: str
    open: str
    panels: Mapping[str, str]
    relaxed_model: str
    exactly: str
    with_theta: str
    terms: Mapping[str, str]  # what a link in a lesson's text means, told where it is pointed at
    # a prediction
    prediction: str
    reveal_right: str
    reveal_wrong: str
    property_right: str
    property_wrong: str
    # exercises
    exercise: str
    exercises: Mapping[str, str]
    level: str
    new_one: str
    seed: str
    choose_all: str
    choose_edges: str
    in_order: str
    look_at: str
    answer_first: str
    rounds_left: str
    verdicts: Mapping[str, str]
    credit: str
    solution: str
    # the challenge
    goal: str
    goals: Mapping[str, str]
    goal_texts: Mapping[str, str]
    challenge_rules: str
    size: str
    sizes: Mapping[str, str]
    of_the_day: str
    your_score: str
    par: str
    par_help: str
    to_beat: str
    finish: str
    give_up: str
    given_up: str
    below_par: str
    at_par: str
    above_par: str
    beaten: str
    drawn: str
    not_beaten: str
    try_again: str
    you: str
    save_card: str
    challenge_link: str
    opponents_play: str
    # what a state is worth, in the tables
    points: str
    # what the library writes on charts and drawings, and the same in this language
    on_drawings: Mapping[str, str]
    # the store
    not_recalled: str
    not_written: str
    # the report
    report_title: str
    nothing_yet: str
    at_once: str
    report_name: str
    report_page: str
    report_table: str
