"""Reads the model text that `tantalizer encode FILE --to model` writes.

The same model goes to every solver of a comparison, so that none is judged by
how well somebody modelled the puzzle for it. Only what the puzzles use is
read; anything else is an error and not silently left out.
"""

from dataclasses import dataclass, field


@dataclass
class Model:
    """Domains as sorted lists of values; constraints as (kind, ...) tuples."""

    domains: list = field(default_factory=list)
    constraints: list = field(default_factory=list)
    answer: list = field(default_factory=list)
    objective: tuple | None = None


def ranges(text):
    values = []
    for part in text.split(","):
        low, _, high = part.partition("..")
        values.extend(range(int(low), int(high or low) + 1))
    return values


def counted(words):
    """A list that starts with its length, and what follows it."""
    length = int(words[0])
    return [int(word) for word in words[1 : 1 + length]], words[1 + length :]


def read(path):
    model, tables = Model(), []
    for line in open(path, encoding="utf-8"):
        words = line.split()
        match words:
            case ["model" | "name", *_]:
                pass
            case ["variable", domain, *_]:
                model.domains.append(ranges(domain))
            case ["constant", value]:
                model.domains.append([int(value)])
            case ["table", *_]:
                tables.append([])
            case ["row", *cells]:
                tables[-1].append(tuple(int(cell) for cell in cells))
            case ["minimise" | "maximise", var]:
                model.objective = (words[0], int(var))
            case ["answer", *rest]:
                model.answer = counted(rest)[0]
            case ["constraint", "member", var, values]:
                allowed = set(ranges(values))
                domain = model.domains[int(var)]
                model.domains[int(var)] = [value for value in domain if value in allowed]
            case ["constraint", kind, *rest]:
                model.constraints.append(constraint(kind, rest, tables))
            case _:
                raise ValueError(f"not understood: {line.strip()}")
    return model


def constraint(kind, rest, tables):
    match kind:
        case "all-different" | "all-equal":
            return (kind, counted(rest)[0])
        case "compare":
            return (kind, int(rest[0]), rest[1], int(rest[2]))
        case "linear":
            words = [int(word) for word in rest[3:]]
            return (kind, words[0::2], words[1::2], rest[0], int(rest[1]))
        case "table":
            if rest[0] != "allowed":
                raise ValueError("forbidden tuples")
            return (kind, counted(rest[2:])[0], tables[int(rest[1])])
    raise ValueError(f"constraint {kind}")
