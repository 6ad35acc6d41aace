"""The reference of the library, a page for each thing one does with it; the docstrings say it."""

from __future__ import annotations

PAGES = {
    "index.md": ("The front door", ("rcr",)),
    "models.md": (
        "Models",
        (
            "rcr.model",
            "rcr.bayesian_network",
            "rcr.models.samples",
            "rcr.models.editing",
            "rcr.models.interchange.networkx_graph",
            "rcr.models.interchange.cpds",
            "rcr.models.interchange.pgmpy_model",
            "rcr.models.interchange.pyagrum_model",
            "rcr.formats",
        ),
    ),
    "runs.md": (
        "Runs",
        (
            "rcr.run.run",
            "rcr.run.settings",
            "rcr.state.state",
            "rcr.state.bounds",
            "rcr.state.actions",
            "rcr.run.tree",
            "rcr.run.file",
            "rcr.run.link",
        ),
    ),
    "relaxation.md": (
        "Relaxation",
        ("rcr.relaxation.cloned_model", "rcr.relaxation.relaxation"),
    ),
    "explaining.md": (
        "Explaining",
        (
            "rcr.explain.explanation",
            "rcr.explain.argument",
            "rcr.explain.pieces",
            "rcr.explain.assignments",
            "rcr.reference.exact",
            "rcr.reference.lp_bound",
        ),
    ),
    "comparing.md": (
        "Comparing",
        (
            "rcr.compare.comparison",
            "rcr.compare.request",
            "rcr.compare.contestant",
            "rcr.compare.parsing",
            "rcr.compare.study_file",
            "rcr.compare.study",
            "rcr.compare.measures",
            "rcr.compare.duels",
            "rcr.compare.verdict",
        ),
    ),
    "plugins.md": (
        "Plug-ins",
        (
            "rcr.registry",
            "rcr.recovery.candidates",
            "rcr.compensation.scheme",
            "rcr.engines.protocol",
            "rcr.formats.format",
        ),
    ),
    "figures.md": (
        "Figures",
        (
            "rcr.views.bounds.chart",
            "rcr.views.notebook.graph",
            "rcr.views.handout",
            "rcr.views.comparison.curves",
            "rcr.views.comparison.dots",
            "rcr.views.comparison.report",
        ),
    ),
}


def pages() -> dict[str, str]:
    """A page for each group of modules."""
    return {
        name: f"# {title}\n\n" + "\n\n".join(f"::: {module}" for module in modules) + "\n"
        for name, (title, modules) in PAGES.items()
    }


def titles() -> dict[str, str]:
    """What the pages are called, in their order."""
    return {name: title for name, (title, _) in PAGES.items()}
