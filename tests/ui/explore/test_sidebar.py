"""What the sidebar says of a run whose model cannot be chosen."""

from __future__ import annotations

from rcr import Run, generate
from rcr.models.origin import SampleOrigin
from rcr.models.samples import samples
from rcr.ui.explore.sidebar import of_run


def test_a_fixed_model_is_called_as_the_menu_calls_it():
    sample = samples()["triangle"]
    run = Run(sample.load(), origin=SampleOrigin("triangle"))
    assert of_run(run).title == sample.title
    observed = Run(sample.load().observe({0: 1}), origin=SampleOrigin("triangle"))
    name = observed.model.variables[0].name
    assert of_run(observed).title == f"{sample.title}, given {name} = 1"
    assert of_run(Run(generate("triangle", seed=3))).title == generate("triangle", seed=3).name
