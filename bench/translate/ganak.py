"""Ganak, through pyganak, on a formula: `ganak.py FORMULA`.

Prints how many solutions there are, projected on what `c p show` names, and the seconds of the processor that it took; the start of Python
and the loading of the library are not counted.
"""

import sys
import time

from pyganak import Counter


def count(path):
    counter = Counter()
    clauses = []
    with open(path, encoding="utf-8") as formula:
        for line in formula:
            match line.split():
                case ["c", "p", "show", *variables, "0"]:
                    counter.set_sampling_set([int(variable) for variable in variables])
                case ["p", "cnf", variables, _]:
                    counter.new_vars(int(variables))
                case ["c", *_] | []:
                    pass
                case [*literals, "0"]:
                    clauses.append([int(literal) for literal in literals])
    counter.add_clauses(clauses)
    return counter.count()


start = time.process_time()
solutions = count(sys.argv[1])
print(solutions, time.process_time() - start)
