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
        result = shell.run_cell(cell)
        weir.waitall()
    if result.success:
        from IPython.display import display

        display(trace.timeline)


def load(shell) -> None:
    """What %load_ext weir calls."""

    def weir(line, cell):
        return run(shell, line, cell)

    weir.__doc__ = __doc__
    shell.register_magic_function(weir, "cell", "weir")
