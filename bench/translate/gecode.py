"""A model text as FlatZinc with Gecode's own constraints: `gecode.py MODEL input_order|first_fail`."""

import sys

import model_text

RELATIONS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le"}
MIRRORED = {">": "<", ">=": "<="}


def names(scope):
    return "[" + ",".join(f"x{i}" for i in scope) + "]"


def linear(weights, scope, rel, constant):
    """FlatZinc has sums that are equal, at most, or different."""
    if rel in (">", ">="):
        return linear([-weight for weight in weights], scope, MIRRORED[rel], -constant)
    if rel == "<":
        return linear(weights, scope, "<=", constant - 1)
    return f"int_lin_{RELATIONS[rel]}({weights},{names(scope)},{constant})"


def written(posted):
    match posted:
        case ("all-different", scope):
            return f"all_different_int({names(scope)})"
        case ("all-equal", scope):
            return f"all_equal_int({names(scope)})"
        case ("compare", a, rel, b):
            if rel in MIRRORED:
                a, rel, b = b, MIRRORED[rel], a
            return f"int_{RELATIONS[rel]}(x{a},x{b})"
        case ("linear", weights, scope, rel, constant):
            return linear(weights, scope, rel, constant)
        case ("table", scope, rows):
            flat = [cell for row in rows for cell in row]
            return f"gecode_table_int({names(scope)},{flat})"


def main(path, choice):
    model = model_text.read(path)
    for i, domain in enumerate(model.domains):
        print(f"var {{{','.join(map(str, domain))}}}: x{i};")
    answer = names(model.answer)
    size = len(model.answer)
    print(f"array [1..{size}] of var int: answer :: output_array([1..{size}]) = {answer};")
    for posted in model.constraints:
        print(f"constraint {written(posted)};")
    everything = names(range(len(model.domains)))
    goal = "satisfy"
    if model.objective:
        goal = f"{model.objective[0].replace('is', 'iz')} x{model.objective[1]}"
    print(f"solve :: int_search({everything}, {choice}, indomain_min, complete) {goal};")


main(*sys.argv[1:])
