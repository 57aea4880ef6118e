"""weir.graph: the graph of the operations that compute an array, and their dependencies.

The engine discards an operation when it is complete, so it cannot be looked up afterwards: a graph contains only the
operations issued while the graph was open.  The C library reports each operation with its arrays (_core.watch),
including the operations of gradients and layers.  Dependencies are then derived, as in the engine, from the variables
that operations read and write.
"""
import sys
from _thread import _local

from weir import _core
from weir._core import Array

__all__ = ["Graph", "graph"]

_VIEW, _IN_PLACE = 16, 512  # WEIR_OP_VIEW, WEIR_OP_IN_PLACE
_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "matmul": "@", "pow": "**"}
_here = _local()  # .open: the graphs open in this thread, outermost first
_living: list = []  # weak references to all graphs that still exist
_lost: list = []  # note lists of graphs closed by the wrong thread; the opening thread may still append to them


class Node:
    """An operation of a graph, or an array or number that is an input of the graph.

    kind      "op", "view" (which computes nothing), "input" or "number"
    name      the name of the operator or of the array, or the number
    result    dtype and shape of the result, e.g. "float32 (2, 3)"
    line      source line, e.g. "train.py:12", or None
    inputs    the nodes whose results this node reads
    after     the other nodes that must run before this node, because it overwrites values that they read or wrote
    """

    __slots__ = ("kind", "name", "result", "line", "inputs", "after", "_index")

    def __init__(self, kind, name, result="", line=None):
        self.kind, self.name, self.result, self.line = kind, name, result, line
        self.inputs, self.after = [], []

    def __repr__(self):
        behind = ", ".join(n.name for n in self.inputs)
        return f"<{self.kind} {self.name}{f' of {behind}' if behind else ''}>"


def _kind_of(a) -> str:
    return f"{a.dtype} {tuple(a.shape)}" if a.ndim else str(a.dtype)


class Graph:
    """A graph of the operations issued while it was open.  Notebooks draw it; elsewhere, use svg() or save(path).

    A graph keeps all arrays of its operations alive, so it is meant for inspection, not for measuring memory use.
    """

    def __init__(self):
        import weakref

        self._notes, self._nodes, self._writer, self._maker, self._names = [], None, {}, {}, {}
        self.result = None
        _living[:] = [r for r in _living if r() is not None]
        _living.append(weakref.ref(self))

    # ---- Recording ----

    def __enter__(self):
        stack = _here.__dict__.setdefault("open", [])
        if self in stack:
            raise RuntimeError("the graph is already open")
        stack.append(self)
        self._nodes = None
        _core.watch(self._notes)
        return self

    def __exit__(self, *error):
        stack = getattr(_here, "open", [])
        if self not in stack:
            _lost.append(self._notes)  # the opening thread may still append to this list
            raise RuntimeError("a graph must be closed by the thread that opened it")
        stack.remove(self)
        outer = stack[-1] if stack else None
        if outer is not None:
            outer._notes.extend(self._notes)
            outer._nodes = None
        _core.watch(outer._notes if outer is not None else None)
        self._name(sys._getframe(1).f_locals)

    def _name(self, names) -> None:
        """Record the names of the arrays among the variables in `names`, a dictionary from names to values."""
        for name, value in list(names.items()):
            if isinstance(value, Array) and not name.startswith("_"):
                self._names.setdefault(_core.address(value)[0], name)
        self._nodes = None

    # ---- From notes to nodes ----

    def _build(self) -> "list[Node]":
        if self._nodes is not None:
            return self._nodes
        nodes, names = [], self._names
        writer, readers, maker, version = {}, {}, {}, {}

        def add(node):
            node._index = len(nodes)
            nodes.append(node)
            return node

        def source(note):
            at, var, a = note
            if var == 0:
                return add(Node("number", f"{a.item():g}" if not isinstance(a.item(), complex) else str(a.item())))
            if at in maker and maker[at][1] == version.get(var, 0):
                return maker[at][0]
            if var not in writer:
                writer[var] = add(Node("input", names.get(at, "array"), _kind_of(a)))
            return writer[var]

        for name, flags, line, ins, outs in self._notes:
            ins = [n for n in ins if n is not None]
            behind = [source(n) for n in ins]
            result = _kind_of(outs[0][2]) if outs else ""
            if len(outs) > 1:
                result = f"{len(outs)} arrays"
            view = flags & _VIEW and outs and ins and outs[0][1] == ins[0][1]
            node = add(Node("view" if view else "op", name, result, line))
            node.inputs = behind
            if not view:
                for n in ins:
                    readers.setdefault(n[1], []).append(node)
                for _, var, _ in ins if flags & _IN_PLACE else outs:
                    if var == 0:
                        continue
                    before = readers.pop(var, []) + ([writer[var]] if var in writer else [])
                    node.after += [b for b in before if b is not node and b not in behind and b not in node.after
                                   and b.kind != "input"]
                    writer[var] = node
                    version[var] = version.get(var, 0) + 1
            for at, var, _ in outs:
                maker[at] = (node, version.get(var, 0))
        self._nodes, self._maker, self._writer = nodes, {at: node for at, (node, _) in maker.items()}, writer
        return nodes

    @property
    def nodes(self) -> "list[Node]":
        """The nodes in topological order: each node follows the nodes that it depends on."""
        return list(self._build())

    def _behind(self, ends) -> "list[Node]":
        wanted, left = set(), list(ends)
        while left:
            node = left.pop()
            if node._index not in wanted:
                wanted.add(node._index)
                left += node.inputs + node.after
        return [n for n in self._build() if n._index in wanted]

    def knows(self, array) -> bool:
        """Return True if an operation of this graph computed, wrote or read the array."""
        at, var = _core.address(array)
        self._build()
        return at in self._maker or var in self._writer

    def of(self, array) -> "Graph":
        """Return the subgraph that computes an array."""
        at, var = _core.address(array)
        self._build()
        end = self._maker.get(at) or self._writer.get(var)
        if end is None:
            raise ValueError("graph: the array was neither computed nor read while the graph was open")
        writer = self._writer.get(var)
        part = Graph()
        part._notes = self._notes  # keeps the arrays alive, so that their addresses stay valid
        part._names, part._maker, part._writer = self._names, self._maker, self._writer
        part._nodes = self._behind([end] if writer is None else [end, writer])
        return part

    # ---- Display ----

    def svg(self, style: bool = True) -> str:
        """Return an SVG image.  Operations are drawn as boxes, inputs as rounded boxes, and views with a dashed
        outline; a dashed arrow is a dependency that only orders two operations, without passing data."""
        from weir import _pictures

        nodes = self._build()
        called = {node._index: self._names[at] for at, node in self._maker.items() if at in self._names}
        told = {}  # numbers to be shown inside the box of the operation that uses them
        for n in nodes:
            if n.name in _SIGNS and [s.kind for s in n.inputs].count("number") == 1:
                told.update((s._index, s) for s in n.inputs if s.kind == "number")
        shown = [n for n in nodes if n._index not in told]
        place = {n._index: i for i, n in enumerate(shown)}
        boxes = []
        for n in shown:
            name = n.name
            if n.kind == "op" and name in _SIGNS:
                left, right = (s.name if s._index in told else "" for s in n.inputs)
                name = f"{left} {_SIGNS[name]} {right}".strip()
            elif name == "basic_index":
                name = "[...]"
            if n._index in called and n.kind != "input":
                name = f"{name}  \u2192 {called[n._index]}"
            kind = {"op": "box", "number": "input"}.get(n.kind, n.kind)
            boxes.append(_pictures.Box(name, n.result, kind, _pictures.noted(n.name or "", n.line).strip(),
                                       [place[s._index] for s in n.inputs if s._index in place],
                                       [place[s._index] for s in n.after if s._index in place]))
        return _pictures.graph(boxes, "dependency graph", style)

    _repr_svg_ = svg

    def save(self, path) -> None:
        """Write the image to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg())

    def __len__(self):
        return sum(n.kind in ("op", "view") for n in self._build())

    def __repr__(self):
        nodes = self._build()
        operations = [n for n in nodes if n.kind in ("op", "view")]
        lines = [f"weir.graph: {len(operations)} operation{'s' * (len(operations) != 1)}"]
        number = {n._index: i + 1 for i, n in enumerate(operations)}
        for n in operations[:40]:
            behind = ", ".join(f"#{number[s._index]}" if s._index in number else s.name for s in n.inputs)
            later = "".join(f", after #{number[s._index]}" for s in n.after if s._index in number)
            lines.append(f"  #{number[n._index]} {n.name}({behind}){later}  {n.result}  {n.line or ''}".rstrip())
        if len(operations) > 40:
            lines.append(f"  ... and {len(operations) - 40} more")
        return "\n".join(lines)


def graph(of=None, *args, **kwargs) -> Graph:
    """Return the graph of the operations that compute an array, or of those issued by a call or inside a block.

        weir.graph(lambda: x * y + 2)       # graph of a call: weir.graph(function, arguments ...)

        with weir.graph() as g:             # graph of a block
            z = x * y + 2
        weir.graph(z)                       # graph of an array computed in such a block, as long as g exists

    A Graph is drawn automatically in a notebook; svg() and save(path) produce the image elsewhere.
    """
    if of is None:
        return Graph()
    if isinstance(of, Array):
        for reference in reversed(_living):
            known = reference()
            if known is not None and known._notes and known.knows(of):
                known._name(sys._getframe(1).f_locals)
                return known.of(of)
        raise ValueError("graph: the operations that computed this array were not recorded; compute it inside `with "
                         "weir.graph() as g:`, or pass a function: weir.graph(lambda: x * y + 2)")
    if not callable(of):
        raise TypeError(f"graph: expected an Array or a function, not {type(of).__name__}")
    made = Graph()
    with made:
        made.result = of(*args, **kwargs)
    made._name(_names_in(of, args, kwargs))
    return made


def _names_in(fn, args, kwargs) -> dict:
    """Return a dictionary of the names that a function uses and their values: arguments, closure variables and
    globals."""
    code = getattr(fn, "__code__", None)
    names = dict(kwargs)
    if code is None:
        return names
    names.update(zip(code.co_varnames[:code.co_argcount], args))
    for name, cell in zip(code.co_freevars, fn.__closure__ or ()):
        try:
            names.setdefault(name, cell.cell_contents)
        except ValueError:
            pass  # the closure variable is not assigned yet
    for name in code.co_names:
        if name in fn.__globals__:
            names.setdefault(name, fn.__globals__[name])
    return names
