"""%%weir for notebooks: run the cell, wait for what it issued, and draw front end and back end over time.

    %load_ext weir

    %%weir
    y = x @ x
"""


def run(shell, line: str, cell: str) -> None:
    """Run a cell under a trace and show the timeline below it."""
    import weir

    if line.strip():
        raise ValueError(f"%%weir takes nothing behind it, not {line.strip()!r}")
    with weir.trace() as trace:
        result = _run_cell(shell, cell)
        if result.success:
            weir.waitall()
    result.raise_error()  # the cell around it fails, and what runs all cells stops here
    from IPython.display import display

    display(trace.timeline)


def _run_cell(shell, cell):
    """Run it as a cell, without the traceback: the error is raised, and shown once."""
    shell.showtraceback = shell.showsyntaxerror = lambda *args, **kwargs: None
    try:
        return shell.run_cell(cell)
    finally:
        del shell.showtraceback, shell.showsyntaxerror


def load(shell) -> None:
    """What %load_ext weir calls."""

    def weir(line, cell):
        return run(shell, line, cell)

    weir.__doc__ = __doc__
    shell.register_magic_function(weir, "cell", "weir")
