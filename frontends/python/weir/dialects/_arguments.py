"""Arguments that a function accepts, but carries out for some values only."""
import functools
import inspect


def only(**accepted):
    """Return a decorator that refuses values of arguments which the function cannot carry out; `accepted` has the others.

    A value that is accepted needs no further treatment: it is the default, or has no effect in Weir.
    """
    def around(fn):
        found = inspect.signature(fn).parameters
        names = list(found)
        places = [(name, names.index(name), values) for name, values in accepted.items()]
        keywords = {name for name in accepted if found[name].kind is inspect.Parameter.KEYWORD_ONLY}

        @functools.wraps(fn)
        def checked(*args, **named):
            for name, place, values in places:
                if name in named:
                    value = named[name]
                elif place < len(args) and name not in keywords:
                    value = args[place]
                else:
                    continue
                if not any(value is v or type(value) is type(v) and value == v for v in values):
                    raise NotImplementedError(f"{fn.__name__}: {name}={value!r} is not supported; use {' or '.join(map(repr, values))}")
            return fn(*args, **named)

        return checked

    return around
