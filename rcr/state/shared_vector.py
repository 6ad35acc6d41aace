"""Read-only vectors that share memory where they agree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

BLOCK_NUMBERS = 512


@dataclass(frozen=True, eq=False)
class SharedVector:
    """A read-only vector in blocks: vectors that differ in a few places share the blocks where
    they agree.
    """

    blocks: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, values: np.ndarray, like: SharedVector | None = None) -> SharedVector:
        blocks = []
        for i, start in enumerate(range(0, len(values), BLOCK_NUMBERS)):
            block = values[start : start + BLOCK_NUMBERS]
            if like is not None and i < len(like.blocks) and np.array_equal(block, like.blocks[i]):
                blocks.append(like.blocks[i])
            else:
                block = block.copy()
                block.flags.writeable = False
                blocks.append(block)
        return cls(tuple(blocks))

    def array(self) -> np.ndarray:
        """The values in a fresh array."""
        return np.concatenate(self.blocks) if self.blocks else np.zeros(0)
