"""Placeholder for PyTorch's nn.functional, whose functions are in weir itself: importing it raises an ImportError that
says so."""
from weir._hints import hint

raise ImportError(f"no module named {__name__!r}; {hint('weir.nn', 'functional')}", name=__name__)
