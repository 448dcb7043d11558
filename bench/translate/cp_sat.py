"""OR-Tools CP-SAT on a model text: `cp_sat.py MODEL one|all SECONDS`.

Prints the number of answers, whether it finished, and the from reading the model to the last answer (the start of Python and the import
of OR-Tools are not counted). A best answer counts as one.
"""

import operator
import sys
import time

from ortools.sat.python import cp_model

import model_text

COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Answers(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables):
        super().__init__()
        self.variables = variables
        self.found = set()

    def on_solution_callback(self):
        self.found.add(tuple(self.value(variable) for variable in self.variables))


def build(source):
    model = cp_model.CpModel()
    domain = cp_model.Domain.from_values
    x = [model.new_int_var_from_domain(domain(d), f"x{i}") for i, d in enumerate(source.domains)]
    for posted in source.constraints:
        match posted:
            case ("all-different", scope):
                model.add_all_different([x[i] for i in scope])
            case ("all-equal", scope):
                for a, b in zip(scope, scope[1:]):
                    model.add(x[a] == x[b])
            case ("compare", a, rel, b):
                model.add(COMPARE[rel](x[a], x[b]))
            case ("linear", weights, scope, rel, constant):
                total = sum(weight * x[i] for weight, i in zip(weights, scope))
                model.add(COMPARE[rel](total, constant))
            case ("table", scope, rows):
                model.add_allowed_assignments([x[i] for i in scope], rows)
    match source.objective:
        case ("minimise", var):
            model.minimize(x[var])
        case ("maximise", var):
            model.maximize(x[var])
    return model, x


def main(path, question, seconds):
    start = time.perf_counter()
    source = model_text.read(path)
    model, x = build(source)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.enumerate_all_solutions = question == "all"
    answers = Answers([x[i] for i in source.answer])
    status = solver.solve(model, answers)
    finished = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    finished = finished or (question == "one" and status == cp_model.FEASIBLE and source.objective is None)
    count = len(answers.found)
    if question == "one" or source.objective:
        count = min(count, 1)
    print(count, "finished" if finished else "stopped", time.perf_counter() - start)


main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
