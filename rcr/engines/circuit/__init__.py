"""The paper's engine: the relaxed model as an arithmetic circuit."""

from rcr.engines.circuit.engine import Circuit, Size, circuit_size

__all__ = ["Circuit", "Size", "circuit_size"]
