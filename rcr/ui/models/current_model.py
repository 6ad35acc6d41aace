"""The current model of the page: the draft on the visitor's workbench."""

from __future__ import annotations

from rcr.ui.models import keys
from rcr.ui.models.workbench import Draft, Workbench, run_draft, sample_draft
from rcr.ui.samples import FIRST_SAMPLE, known_samples, loaded_sample
from rcr.ui.visitor import visitor
from rcr.ui.widgets import show

SECTIONS = GALLERY, GENERATE, LOAD, INSPECT = "Gallery", "Generate", "Load", "Inspect"


def workbench() -> Workbench:
    """The visitor's drafts; the first is what Explore shows, and another model chosen there
    becomes the next one.
    """
    visit, run, samples = visitor().models, visitor().explore.run, known_samples()
    if visit.bench is None:
        first = (
            run_draft(run, samples)
            if run is not None
            else sample_draft(FIRST_SAMPLE, samples[FIRST_SAMPLE], loaded_sample(FIRST_SAMPLE))
        )
        visit.bench = Workbench([first], seen=run)
    elif run is not None and run is not visit.bench.seen:
        visit.bench.follow(run, run_draft(run, samples))
    return visit.bench


def put(draft: Draft) -> None:
    """Make a draft the current model; for callbacks."""
    workbench().put(draft)


def show_section(name: str) -> None:
    """Open another part of the page; for callbacks."""
    show(keys.SECTION, name)
