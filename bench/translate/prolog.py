"""A model text as a program for clpfd of SWI-Prolog: `prolog.py MODEL one|all`.

The program prints the number of answers and the seconds of posting and
searching. A best answer counts as one.
"""

import sys

import model_text

RELATIONS = {"=": "#=", "!=": "#\\=", "<": "#<", "<=": "#=<", ">": "#>", ">=": "#>="}


def names(scope):
    return "[" + ",".join(f"X{i}" for i in scope) + "]"


def domain(values):
    parts = []
    for value in values:
        if parts and value == parts[-1][1] + 1:
            parts[-1][1] = value
        else:
            parts.append([value, value])
    return " \\/ ".join(f"{low}..{high}" for low, high in parts)


def goals(model, tables):
    for i, values in enumerate(model.domains):
        yield f"X{i} in {domain(values)}"
    for posted in model.constraints:
        match posted:
            case ("all-different", scope):
                yield f"all_distinct({names(scope)})"
            case ("all-equal", scope):
                for a, b in zip(scope, scope[1:]):
                    yield f"X{a} #= X{b}"
            case ("compare", a, rel, b):
                yield f"X{a} {RELATIONS[rel]} X{b}"
            case ("linear", weights, scope, rel, constant):
                total = " + ".join(f"({weight})*X{i}" for weight, i in zip(weights, scope))
                yield f"{total} {RELATIONS[rel]} {constant}"
            case ("table", scope, rows):
                number = tables.setdefault(id(rows), (len(tables), rows))[0]
                yield f"table_{number}(Rows{number}), tuples_in([{names(scope)}], Rows{number})"


def main(path, question):
    model, tables = model_text.read(path), {}
    everything = names(range(len(model.domains)))
    options = "[ff]"
    if model.objective:
        kind, var = model.objective
        options = f"[ff, {'min' if kind == 'minimise' else 'max'}(X{var})]"
    body = ",\n    ".join(goals(model, tables))
    print(":- use_module(library(clpfd)).")
    for number, rows in tables.values():
        print(f"table_{number}([{','.join('[' + ','.join(map(str, row)) + ']' for row in rows)}]).")
    print(f"posted({everything}) :-\n    {body}.")
    print(f"answer :- posted({everything}), labeling({options}, {everything}).")
    find = "aggregate_all(count, answer, Count)"
    if question == "one" or model.objective:
        find = "( answer -> Count = 1 ; Count = 0 )"
    print(f""":- initialization(main, main).
main :- statistics(walltime, [Start, _]), {find}, statistics(walltime, [End, _]),
    Seconds is (End - Start) / 1000, format("~w ~w~n", [Count, Seconds]).""")


main(*sys.argv[1:])
