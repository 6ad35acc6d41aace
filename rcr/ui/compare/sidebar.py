"""The sidebar of Compare: which models, and which contestants on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from rcr import Run, registry
from rcr.compare.contestant import Contestant
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.compare.subject import Subject, of_model
from rcr.models.origin import SampleOrigin
from rcr.run.budget import SAFETY_NET
from rcr.run.file import to_dict
from rcr.ui.app.start import plugins
from rcr.ui.compare import keys
from rcr.ui.compare.visit import Guests
from rcr.ui.components.parameter_form import parameter_form, parameter_key
from rcr.ui.samples import known_samples, loaded_sample
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show

CURRENT, SAMPLE, FAMILY = "current", "sample ", "family "  # what the entries of the menu begin with
YOURS = "your run"
GUESTS = "guests"  # what another page has brought, as a model and as contestants
USUAL_CONTESTANTS = ("auto", "cycle", "paper", "mplp")
MORE_PEERS = ("mplp:triplets", "mplp:none")
USUAL_SEEDS, MAX_SEEDS = 8, 50
USUAL_SECONDS, MAX_SECONDS = 30.0, 600.0  # for each run


@dataclass(frozen=True, eq=False)
class Models:
    """The chosen models: entries of the menu, the parameters of each random family, and how many
    seeds of it.
    """

    entries: list[str]
    parameters: dict[str, dict[str, Any]]
    seeds: int

    def subjects(self, run: Run | None) -> tuple[Subject, ...]:
        """The models themselves, each once: the model of Explore may be one of the samples."""
        found: list[Subject] = []
        for entry in self.entries:
            if entry == CURRENT and run is not None:
                found += of_model(run.origin, run.model.name, run.model)
            elif entry == GUESTS:
                found += _guests().subjects
            elif entry.startswith(SAMPLE):
                name = entry.removeprefix(SAMPLE)
                title = known_samples()[name].title
                found += of_model(SampleOrigin(name), title, loaded_sample(name))
            elif entry.startswith(FAMILY):
                name = entry.removeprefix(FAMILY)
                found += subjects(_family_call(name, self.parameters[name]), self.seeds)
        unlike = {(s.digest, s.seed): s for s in reversed(found)}
        return tuple(reversed(unlike.values()))


@dataclass(frozen=True)
class Asked:
    """What is chosen: the request, which may take a moment to make, and how the menus show it."""

    request: Callable[[], Request]
    menus: dict[str, Any]


def choose() -> Asked:
    """Models and contestants, in the sidebar."""
    run = visitor().explore.run
    with st.sidebar:
        models = _choose_models(run)
        players = _choose_contestants(run)
        limit = st.number_input(
            "CPU seconds for each run",
            1.0,
            MAX_SECONDS,
            help=f"As much for each, however busy the machine. {SAFETY_NET}",
            **kept(keys.SECONDS, USUAL_SECONDS),
        )

    def request() -> Request:
        contestants = tuple(each for name in players for each in _players(name, run))
        return Request(contestants, models.subjects(run), float(limit), plugins=plugins())

    menus = {keys.MODELS: models.entries, keys.SEEDS: models.seeds, keys.SECONDS: float(limit)}
    menus |= {key: chosen(key, None) for key in (keys.CONTESTANTS, keys.MORE_CONTESTANTS)}
    for name, values in models.parameters.items():
        family = registry.get("generator", name)
        menus |= {parameter_key(family, keys.PAGE, n): value for n, value in values.items()}
    return Asked(request, menus)


def restore(menus: Mapping[str, Any]) -> None:
    """Let the menus show what they showed before; what is gone, such as a run on Explore, is left
    out.
    """
    known = {keys.MODELS: _models(None), keys.CONTESTANTS: _contestants(None)}
    for key, value in menus.items():
        there = [one for one in value if one in known[key]] if key in known else value
        if there not in (None, []):
            show(key, there)


def _family_call(name: str, parameters: Mapping[str, Any]) -> str:
    """A family as the command line spells it; what is as usual is not said."""
    usual = {p.name: p.default for p in registry.get("generator", name).parameters}
    given = [f"{n}={value}" for n, value in parameters.items() if value != usual[n]]
    return f"{name}:{','.join(given)}" if given else name


def _models(run: Run | None) -> dict[str, str]:
    """The entries of the menu of models, with their titles."""
    titles = {CURRENT: "The model of Explore"} if run is not None else {}
    if visitor().compare.guests is not None:
        titles[GUESTS] = _guests().title.capitalize()
    titles |= {SAMPLE + name: sample.title for name, sample in known_samples().items()}
    families = registry.plugins("generator")
    return titles | {FAMILY + name: f"Random: {name.replace('-', ' ')}" for name in families}


def _contestants(run: Run | None) -> list[str]:
    known = [*registry.plugins("recovery"), *registry.plugins("peer"), *MORE_PEERS]
    names = [name for name in known if name != "manual"] + ([YOURS] if run is not None else [])
    return names + ([GUESTS] if visitor().compare.guests is not None else [])


def _choose_models(run: Run | None) -> Models:
    families, titles = registry.plugins("generator"), _models(run)
    first = [next(iter(titles))]
    entries = st.multiselect(
        "Models", titles, format_func=titles.__getitem__, **kept(keys.MODELS, first)
    )
    names = [entry.removeprefix(FAMILY) for entry in entries if entry.startswith(FAMILY)]
    parameters = {name: parameter_form(families[name], keys.PAGE) for name in names}
    seeds = 1
    if names:
        where = kept(keys.SEEDS, USUAL_SEEDS)
        seeds = int(st.number_input("Seeds of each random model", 1, MAX_SEEDS, **where))
    return Models(entries, parameters, seeds)


def _choose_contestants(run: Run | None) -> list[str]:
    names = _contestants(run)
    usual = [name for name in USUAL_CONTESTANTS if name in names]
    taken = st.multiselect(
        "Contestants",
        names,
        format_func=lambda name: _guests().title if name == GUESTS else name,
        **kept(keys.CONTESTANTS, usual),
    )
    more = st.text_input(
        "More contestants",
        placeholder="paper:start=forest, …",
        help="A heuristic or mplp with parameters or settings after colons, as in "
        "cycle:look_ahead=0; commas between contestants",
        **kept(keys.MORE_CONTESTANTS),
    )
    return [*taken, *(text.strip() for text in more.split(",") if text.strip())]


def _players(name: str, run: Run | None) -> Sequence[Contestant]:
    """Who stands behind a name of the menu."""
    if name == GUESTS:
        return _guests().contestants
    if name == YOURS and run is not None:
        return (Contestant.of_run(to_dict(run), YOURS),)
    return (contestant(name),)


def _guests() -> Guests:
    return visitor().compare.guests or Guests("nobody", (), ())
