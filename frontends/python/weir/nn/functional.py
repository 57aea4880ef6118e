"""Placeholder for PyTorch's nn.functional: importing this module raises an ImportError which says that the functions
are in weir itself."""
from weir._hints import hint

raise ImportError(f"no module named {__name__!r}; {hint('weir.nn', 'functional')}", name=__name__)
