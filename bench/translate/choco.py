"""Choco, through pychoco, on a model text: `choco.py MODEL one|all SECONDS`.

Prints what `cp_sat.py` prints; the start of Python and the loading of the
library are not counted.
"""

import sys
import time

from pychoco.model import Model

import model_text


def build(source):
    model = Model()
    x = [model.intvar(d, name=f"x{i}") for i, d in enumerate(source.domains)]
    for posted in source.constraints:
        match posted:
            case ("all-different", scope):
                model.all_different([x[i] for i in scope]).post()
            case ("all-equal", scope):
                model.all_equal([x[i] for i in scope]).post()
            case ("compare", a, rel, b):
                model.arithm(x[a], rel, x[b]).post()
            case ("linear", weights, scope, rel, constant):
                model.scalar([x[i] for i in scope], weights, rel, constant).post()
            case ("table", scope, rows):
                model.table([x[i] for i in scope], [list(row) for row in rows]).post()
    return model, x


def main(path, question, seconds):
    start = time.perf_counter()
    source = model_text.read(path)
    model, x = build(source)
    solver = model.get_solver()
    limit = f"{seconds}s"
    if source.objective:
        kind, var = source.objective
        found = solver.find_optimal_solution(x[var], kind == "maximise", time_limit=limit)
        count = int(found is not None)
    elif question == "one":
        count = int(solver.find_solution(time_limit=limit) is not None)
    else:
        count = len(solver.find_all_solutions(time_limit=limit))
    elapsed = time.perf_counter() - start
    finished = elapsed < seconds or (question == "one" and count == 1 and not source.objective)
    print(count, "finished" if finished else "stopped", elapsed)


main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
