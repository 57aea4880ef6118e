"""Placeholder for PyTorch's nn.functional, whose functions are in weir itself: importing it raises a hint."""
from weir._habits import hint

raise ImportError(f"there is no module {__name__!r}; {hint('weir.nn', 'functional')}", name=__name__)
