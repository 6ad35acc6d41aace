"""Whether a scheme keeps what it promises, tried on small random models against the exact value."""

from __future__ import annotations

import numpy as np

from rcr import registry
from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree import JunctionTree
from rcr.generators import generate
from rcr.model import ROUNDING_LOGS, ModelError
from rcr.relaxation import ClonedModel, Relaxation

CHECKED_SWEEPS = 5


def check_promises(scheme: str, models: int = 20, **parameters: object) -> None:
    """Make updates one at a time on so many grids, some of whose constraints are recovered.

    The first promise that is broken ends it with a sentence that says where.
    """
    plugin = registry.get("compensation", scheme)
    for task in plugin.facts.tasks:
        for seed in range(models):
            model = generate("grid", rows=2, cols=3, states=2 + seed % 3, seed=seed)
            cloned, rng = ClonedModel(model), np.random.default_rng(seed)
            relaxation = Relaxation(cloned, rng.random(len(cloned)) < 0.3)
            where = f"{model.name} with {', '.join(relaxation.ids) or 'nothing'} recovered"
            sweeper = Sweeper(
                JunctionTree(relaxation, task == "z"),
                plugin(**parameters),
                cloned.ground.no_theta(),
            )
            truth = JunctionTree(Relaxation.everything(cloned), task == "z")
            _check_updates(sweeper, relaxation, truth.value(sweeper.theta), where)


def _check_updates(sweeper: Sweeper, relaxation: Relaxation, exact: float, where: str) -> None:
    scheme = sweeper.scheme
    for _ in range(CHECKED_SWEEPS * len(relaxation.relaxed)):
        k, before = relaxation.relaxed[sweeper.cursor], sweeper.value
        sweeper.advance(relaxation.relaxed, 1)
        update = f"the update of {relaxation.cloned.constraints[k].id} of {where}"
        if scheme.facts.monotone and sweeper.value > before + ROUNDING_LOGS:
            raise ModelError(
                f"scheme {scheme.name} promises to be monotone, but {update} raised its value "
                f"from {before:.9g} to {sweeper.value:.9g}"
            )
        if scheme.facts.upper_bound and sweeper.value < exact - ROUNDING_LOGS:
            raise ModelError(
                f"scheme {scheme.name} promises an upper bound, but {update} brought its value "
                f"to {sweeper.value:.9g}, below the exact value {exact:.9g}"
            )
