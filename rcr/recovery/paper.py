"""The paper's order of recovery: impact first, ties broken by violated."""

from typing import Annotated

from rcr.recovery.candidates import Candidates, Group
from rcr.registry import Between, plugin


@plugin("recovery")
def paper(
    candidates: Candidates,
    *,
    tie: Annotated[
        float, Between(1e-12, 1, "impacts within the same multiple of this count as equal")
    ] = 1e-3,
) -> list[Group]:
    """Impact first, ties by violated constraints first: the order of the paper."""
    return candidates.paper_order(tie)
