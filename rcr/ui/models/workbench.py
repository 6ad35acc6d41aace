"""The model on the workbench: where it comes from, what was changed on it, and every step back and
forth.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rcr import Model, Run
from rcr.models.origin import PortableOrigin, SampleOrigin
from rcr.models.samples import Sample

MAX_DRAFTS = 100  # to undo; factors that drafts share are held once


@dataclass(frozen=True, eq=False)
class Draft:
    """A model with its title, its lesson and the call that makes it (none once a table is changed,
    or if it came from a file).

    ``did`` tells in a few words what made it out of the one before.
    """

    model: Model
    name: str
    lesson: str = ""
    origin: PortableOrigin | None = None
    edited: bool = False
    did: str = ""

    @property
    def title(self) -> str:
        observed = f", {len(self.model.evidence):,} observed" if self.model.evidence else ""
        return f"{self.name}{', edited' if self.edited else ''}{observed}"

    def observe(self, v: int, state: int | None) -> Draft:
        """The same with one variable observed in this state, or not observed."""
        variable = self.model.variables[v]
        evidence: dict[int | str, int | str] = {
            u: x for u, x in self.model.evidence.items() if u != v
        }
        if state is None:
            return replace(
                self, model=self.model.observe(evidence), did=f"{variable.name} no longer observed"
            )
        return replace(
            self,
            model=self.model.observe(evidence | {v: state}),
            did=f"{variable.name} = {variable.states[state]} observed",
        )

    def forget(self) -> Draft:
        """The same without any evidence."""
        return replace(self, model=self.model.observe({}), did="evidence cleared")

    def edit(self, model: Model, did: str) -> Draft:
        """Another table in one of the factors: the call that made the model no longer does."""
        return replace(self, model=model, origin=None, edited=True, did=did)


@dataclass
class Workbench:
    """The drafts of this visitor one after the other; changing an older one drops what came after
    it.
    """

    drafts: list[Draft]
    at: int = 0
    seen: Run | None = field(
        default=None, repr=False
    )  # the run of the Explore page that was last taken over

    @property
    def draft(self) -> Draft:
        return self.drafts[self.at]

    @property
    def before(self) -> Draft | None:
        """The draft that this one was made from by a change, if it is the same model but for
        that.
        """
        previous = self.drafts[self.at - 1] if self.at else None
        return (
            previous
            if previous is not None
            and previous.name == self.draft.name
            and previous.lesson == self.draft.lesson
            else None
        )

    @property
    def next(self) -> Draft | None:
        return self.drafts[self.at + 1] if self.at + 1 < len(self.drafts) else None

    def put(self, draft: Draft) -> None:
        """Make this the current draft; what is the same already is no step."""
        if draft.model.digest == self.draft.model.digest and draft.title == self.draft.title:
            return
        self.drafts = [*self.drafts[: self.at + 1], draft][-MAX_DRAFTS:]
        self.at = len(self.drafts) - 1

    def undo(self) -> None:
        self.at = max(self.at - 1, 0)

    def redo(self) -> None:
        self.at = min(self.at + 1, len(self.drafts) - 1)

    def follow(self, run: Run, draft: Draft) -> None:
        """Take over the model of the Explore page if the visitor has chosen another one there
        since.
        """
        if (
            self.seen is None or run.model.digest != self.seen.model.digest
        ) and run.model.digest != self.draft.model.digest:
            self.put(draft)
        self.seen = run


def sample_draft(name: str, sample: Sample, model: Model) -> Draft:
    origin, did = SampleOrigin(name), f"{sample.title} chosen"
    return Draft(model, sample.title, sample.lesson, origin, did=did)


def run_draft(run: Run, samples: dict[str, Sample]) -> Draft:
    """The model of a run with what is known of it."""
    match run.origin:
        case SampleOrigin(name) if name in samples:
            return Draft(
                run.model,
                samples[name].title,
                samples[name].lesson,
                run.origin,
                did="taken over from Explore",
            )
    return Draft(run.model, run.model.name, "", run.origin, did="taken over from Explore")
