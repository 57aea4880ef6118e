"""Where people of PyTorch look for functions, which are in weir itself: importing this says so."""
from weir._habits import hint

raise ImportError(f"there is no module {__name__!r}; {hint('weir.nn', 'functional')}", name=__name__)
