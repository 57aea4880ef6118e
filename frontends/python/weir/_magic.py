"""%%weir for notebooks: run the cell, wait for the operations it issued, and draw a timeline of front end and back end.

    %load_ext weir

    %%weir
    y = x @ x
"""


def run(shell, line: str, cell: str) -> None:
    """Run a cell while recording a trace, and show the timeline below the cell."""
    import weir

    if line.strip():
        raise ValueError(f"%%weir takes no arguments, got {line.strip()!r}")
    with weir.trace() as trace:
        result = _run_cell(shell, cell)
        if result.success:
            weir.waitall()
    result.raise_error()  # makes the enclosing cell fail too, so that "run all cells" stops here
    from IPython.display import display

    display(trace.timeline)


def _run_cell(shell, cell):
    """Run the code as a cell and return the result.  No traceback is shown here: the caller raises the error again, and
    the traceback would otherwise be shown twice."""
    shell.showtraceback = shell.showsyntaxerror = lambda *args, **kwargs: None
    try:
        return shell.run_cell(cell)
    finally:
        del shell.showtraceback, shell.showsyntaxerror


def load(shell) -> None:
    """Register the magic; called by %load_ext weir."""

    def weir(line, cell):
        return run(shell, line, cell)

    weir.__doc__ = __doc__
    shell.register_magic_function(weir, "cell", "weir")
