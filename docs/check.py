#!/usr/bin/env python3
"""A second check of Tantalizer's certificates, slow and short, to be read.

    python3 docs/check.py FILE

It was written from docs/certificates.md alone and shares nothing with the program: it reads the stated model, judges every
listed solution, replays the proof, and follows the diagram of a count arc by arc. What it trusts is what that document says:
that the model is the puzzle's, and for claims with a proof that the formula encodes the model.

Exit status: 0 if the claim is shown, 3 if the file is no valid certificate, 2 if it cannot be read.
"""

import copy
import hashlib
import sys


class Refused(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Refused(reason)


# The lines of a certificate.


class Lines:
    def __init__(self, data):
        head, end, last = data.rpartition(b"digest sha256 ")
        need(end and head.endswith(b"\n"), "there is no digest at the end")
        need(hashlib.sha256(head).hexdigest() == last.decode().strip(), "the digest does not fit: the file is damaged")
        self.lines = head.decode().split("\n")[:-1]
        self.at = 0

    def next(self):
        need(self.at < len(self.lines), "the file ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def after(self, word):
        line = self.next()
        need(line == word or line.startswith(word + " "), f"expected `{word}`")
        return line[len(word) + 1 :]

    def numbers(self, word=None):
        return [int(text) for text in (self.next() if word is None else self.after(word)).split()]

    def clause(self, word=None):
        *literals, zero = self.numbers(word)
        need(zero == 0 and 0 not in literals, "a clause ends with one 0")
        return literals

    def quoted(self, word):
        count = int(self.after(word))
        return [self.after("|") for _ in range(count)]


# The model: variables, constraints, objective, answer.


def domain(text):
    values = []
    for part in [] if text == "none" else text.split(","):
        low, _, high = part.partition("..")
        values.extend(range(int(low), int(high or low) + 1))
    return values


class Words:
    """The parts of a constraint, one after another."""

    def __init__(self, words):
        self.words = iter(words)

    def word(self):
        return next(self.words)

    def int(self):
        return int(self.word())

    def many(self, one=None):
        return [(one or self.int)() for _ in range(self.int())]


RELATIONS = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def toward_zero(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": toward_zero,
}


def one_loop(successors, nodes):
    """Whether the nodes form one loop."""
    now, seen = nodes[0], []
    while now in range(len(successors)) and now not in seen:
        seen.append(now)
        now = successors[now]
    return now == nodes[0] and sorted(seen) == nodes


def constraint(kind, w, shared):
    """The variables of a constraint, in some order, and whether it holds for their values in that order."""
    if kind == "member":
        x, values = w.int(), set(domain(w.word()))
        return [x], lambda v: v[0] in values
    if kind == "compare":
        x, relation, y = w.int(), RELATIONS[w.word()], w.int()
        return [x, y], lambda v: relation(v[0], v[1])
    if kind == "arithm":
        x, op, y, relation, z = w.int(), w.word(), w.int(), RELATIONS[w.word()], w.int()
        return [x, y, z], lambda v: not (op == "/" and v[1] == 0) and relation(OPERATIONS[op](v[0], v[1]), v[2])
    if kind == "linear":
        relation, constant = RELATIONS[w.word()], w.int()
        terms = w.many(lambda: (w.int(), w.int()))
        return [x for _, x in terms], lambda v: relation(sum(c * x for (c, _), x in zip(terms, v)), constant)
    if kind == "all-different":
        return w.many(), lambda v: len(set(v)) == len(v)
    if kind == "all-equal":
        return w.many(), lambda v: len(set(v)) <= 1
    if kind == "count":
        value, count, xs = w.int(), w.int(), w.many()
        return [value, count] + xs, lambda v: v[2:].count(v[0]) == v[1]
    if kind == "global-cardinality":
        closed, xs = w.word() == "closed", w.many()
        pairs = w.many(lambda: (w.int(), w.int()))
        values, n = [value for value, _ in pairs], len(xs)
        return xs + [count for _, count in pairs], lambda v: (
            all(v[:n].count(value) == count for value, count in zip(values, v[n:]))
            and (not closed or all(x in values for x in v[:n]))
        )
    if kind == "element":
        offset, index, value, array = w.int(), w.int(), w.int(), w.many()
        return [index, value] + array, lambda v: 0 <= v[0] - offset < len(array) and v[2 + v[0] - offset] == v[1]
    if kind == "table":
        allowed, rows, xs = w.word() == "allowed", shared["table"][w.int()], w.many()
        return xs, lambda v: (tuple(v) in rows) == allowed
    if kind == "regular":
        (start, accepting, steps), xs = shared["automaton"][w.int()], w.many()

        def accepted(v):
            state = start
            for value in v:
                state = steps.get((state, value))
            return state in accepting

        return xs, accepted
    if kind == "lex":
        strict, left, right = w.word() == "<", w.many(), w.many()
        n = len(left)
        return left + right, lambda v: v[:n] < v[n:] if strict else v[:n] <= v[n:]
    if kind == "inverse":
        first, forward = w.int(), w.many()
        second, backward = w.int(), w.many()
        n = len(forward)

        def back(a, a_first, b, b_first):
            return all(0 <= x - b_first < len(b) and b[x - b_first] == i + a_first for i, x in enumerate(a))

        return forward + backward, lambda v: back(v[:n], first, v[n:], second) and back(v[n:], second, v[:n], first)
    if kind in ("circuit", "subcircuit"):
        offset, xs = w.int(), w.many()

        def loops(v):
            successors = [x - offset for x in v]
            nodes = [i for i in range(len(v)) if kind == "circuit" or successors[i] != i]
            return one_loop(successors, nodes) if nodes else kind == "subcircuit"

        return xs, loops
    if kind == "connected":
        edges, xs = shared["graph"][w.int()], w.many()

        def together(v):
            chosen = {i for i, x in enumerate(v) if x == 1}
            reached = set(list(chosen)[:1])
            while True:
                more = {b for a, b in edges + [(b, a) for a, b in edges] if a in reached and b in chosen} - reached
                if not more:
                    return reached == chosen
                reached |= more

        return xs, together
    if kind == "clause":
        literals = w.many(w.word)
        return [int(x[1:]) for x in literals], lambda v: any((x == 1) == (l[0] == "+") for l, x in zip(literals, v))
    if kind == "xor":
        odd, xs = w.word() == "odd", w.many()
        return xs, lambda v: (sum(v) % 2 == 1) == odd
    if kind == "reified":
        by, (xs, holds) = w.int(), constraint(w.word(), w, shared)
        return [by] + xs, lambda v: (v[0] == 1) == holds(v[1:])
    if kind in ("minimum", "maximum"):
        result, xs = w.int(), w.many()
        extreme = min if kind == "minimum" else max
        return [result] + xs, lambda v: v[0] == extreme(v[1:])
    if kind == "absolute":
        result, x = w.int(), w.int()
        return [result, x], lambda v: v[0] == abs(v[1])
    if kind == "nvalue":
        count, xs = w.int(), w.many()
        return [count] + xs, lambda v: len(set(v[1:])) == v[0]
    if kind == "path-count":
        total, nodes, start, accepting = w.int(), w.int(), w.int(), w.many()
        arcs = w.many(lambda: (w.int(), w.int(), w.int()))

        def paths(v):
            ways = {start: 1}
            found = 0
            while ways:
                found += sum(ways.get(node, 0) for node in accepting)
                after = {}
                for (a, b, _), times in zip(arcs, v[1:]):
                    if ways.get(a, 0) * times:
                        after[b] = after.get(b, 0) + ways[a] * times
                ways = after
            return found == v[0]

        return [total] + [times for _, _, times in arcs], paths
    if kind == "cumulative":
        capacity, starts, durations, demands = w.int(), w.many(), w.many(), w.many()
        n = len(starts)

        def fits(v):
            limit, s, d, r = v[0], v[1 : n + 1], v[n + 1 : 2 * n + 1], v[2 * n + 1 :]
            at = lambda time: sum(r[i] for i in range(n) if s[i] <= time < s[i] + d[i])
            return min(d + r + [limit]) >= 0 and all(at(time) <= limit for time in s)

        return [capacity] + starts + durations + demands, fits
    if kind == "no-overlap":
        strict, x, y, width, height = w.word() == "strict", w.many(), w.many(), w.many(), w.many()
        n = len(x)

        def apart(v):
            x, y, w, h = (v[i * n : (i + 1) * n] for i in range(4))
            before = lambda i, j: x[i] + w[i] <= x[j] or y[i] + h[i] <= y[j]
            flat = lambda i: not strict and 0 in (w[i], h[i])
            return all(before(i, j) or before(j, i) or flat(i) or flat(j) for i in range(n) for j in range(i))

        return x + y + width + height, apart
    if kind == "bin-packing":
        first, loads = w.int(), w.many()
        items = w.many(lambda: (w.int(), w.int()))
        n = len(loads)
        inside = lambda v, bin: sum(weight for (weight, _), where in zip(items, v[n:]) if where == bin)
        return loads + [bin for _, bin in items], lambda v: all(inside(v, first + i) == v[i] for i in range(n))
    raise Refused(f"unknown constraint `{kind}`")


class Model:
    def __init__(self, lines):
        self.domains, self.constraints, self.lines = [], [], []
        self.answer, self.objective = None, None
        # How many solutions elements of a group leave as they are, as far as that was shown.
        self.kept = {}
        shared = {"table": [], "automaton": [], "graph": []}
        lines = iter(lines)
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "variable":
                self.domains.append(domain(rest.split(" ")[0]))
            elif word == "constant":
                self.domains.append([int(rest)])
            elif word == "table":
                rows = int(rest.split()[1])
                shared["table"].append({tuple(map(int, next(lines).split()[1:])) for _ in range(rows)})
            elif word == "automaton":
                w = Words(rest.split())
                w.int()
                start, accepting = w.int(), set(w.many())
                steps = w.many(lambda: ((w.int(), w.int()), w.int()))
                shared["automaton"].append((start, accepting, dict(steps)))
            elif word == "graph":
                w = Words(rest.split())
                shared["graph"].append(w.many(lambda: (w.int(), w.int())))
            elif word == "constraint":
                w = Words(rest.split())
                self.constraints.append(constraint(w.word(), w, shared))
                self.lines.append(rest.split())
            elif word in ("minimise", "maximise"):
                self.objective = (word, int(rest))
            elif word == "answer":
                self.answer = list(map(int, rest.split()))[1:]
            else:
                need(word in ("model", "name", ""), f"unknown line `{word}` in the model")
        need(self.answer is not None, "the model has no answer")

    def judge(self, values, without=()):
        need(len(values) == len(self.domains), "a solution has a value for each variable")
        need(all(x in d for x, d in zip(values, self.domains)), "a value is not in its domain")
        for number, (scope, holds) in enumerate(self.constraints):
            if number not in without:
                need(holds([values[x] for x in scope]), f"constraint {number + 1} does not hold for a solution")


# The proof: each clause follows by unit propagation on those that its hints name.


def replay(lines, clauses):
    clauses = {number: clause for number, clause in enumerate(clauses, 1)}
    if any(not clause for clause in clauses.values()):
        return
    while True:
        words = lines.next().split()
        if words[1] == "d":
            for number in words[2:-1]:
                need(clauses.pop(int(number), None) is not None, "a clause is dropped that is not there")
            continue
        number, rest = int(words[0]), [int(word) for word in words[1:]]
        end = rest.index(0)
        clause, hints = rest[:end], rest[end + 1 : -1]
        need(rest[-1] == 0 and number not in clauses, "not a step of a proof")
        true = {-literal for literal in clause}
        closed = False
        for hint in hints:
            need(hint in clauses, "a hint names a clause that is not there")
            left = [literal for literal in set(clauses[hint]) if -literal not in true]
            if not left:
                closed = True
                break
            need(len(left) == 1, "a hint is no unit clause")
            true.add(left[0])
        need(closed, "a step does not follow")
        if not clause:
            return
        clauses[number] = clause


def shown(lines, model, claim, number):
    """Everything but counts: solutions, and a proof that there is nothing else."""
    formula, meanings, told = [], {}, []
    if claim == "redundant":
        for clue in lines.numbers("clues"):
            kind, x, values = model.lines[clue]
            need(kind == "member" and len(domain(values)) == 1, "not every one of these is a clue")
            need(clue not in [other for other, _ in told], "a clue is listed twice")
            told.append((clue, (int(x), domain(values)[0])))
    if claim not in ("satisfiable", "explained"):
        lines.after("encoding")
        variables, count = lines.numbers("formula")
        formula = [lines.clause() for _ in range(count)]
        for _ in range(int(lines.after("meanings"))):
            x, value, *literals, zero = lines.numbers()
            need(zero == 0 and (x, value) not in meanings, "not a meaning")
            meanings[x, value] = literals

    def excludes(clause, values):
        expected = {-literal for x, value in values for literal in meanings[x, value]}
        need(set(clause) == expected, "a clause does not exclude exactly what it must")
        formula.append(clause)

    rules = list(formula)
    clauses = lambda but=None: [[l] for clue, pair in told if clue != but for l in meanings[pair]]
    formula += clauses()
    count = int(lines.after("solutions"))
    wanted = {"unsatisfiable": 0, "exactly": number, "optimal": 1, "fewest": 1, "redundant": 1, "explained": 1}.get(claim, max(count, 1))
    need(count == wanted, f"{wanted} solutions are claimed, {count} are listed")
    seen, last, common = set(), None, None
    for _ in range(count):
        last = lines.numbers("solution")
        model.judge(last)
        answer = tuple(last[x] for x in model.answer)
        need(answer not in seen, "a solution is listed twice")
        seen.add(answer)
        agreed = set(zip(model.answer, answer))
        common = agreed if common is None else common & agreed
        if claim in ("exactly", "fewest", "redundant"):
            excludes(lines.clause("block"), zip(model.answer, answer))
    if claim == "satisfiable":
        return
    if claim == "explained":
        explained(lines, model, number)
        return
    if claim == "optimal":
        need(model.objective is not None, "the model has no objective")
        way, x = model.objective
        need(last[x] == number, "the solution has another objective")
        no_better = [v for v in model.domains[x] if (v >= number if way == "minimise" else v <= number)]
        need(int(lines.after("bound")) == len(no_better), "not all worse values are excluded")
        for value in no_better:
            excludes(lines.clause("worse"), [(x, value)])
    if claim == "forced":
        clause = lines.clause("block")
        need(len(common) == number, "the solutions agree in another number of values")
        excludes(clause, common)
    lines.after("proof")
    replay(lines, formula)
    if claim == "fewest":
        fewest(lines, model, last, number)
    free = 0
    for clue, pair in told:
        line = lines.next()
        if line == "free":
            replay(lines, rules + clauses(clue) + [[-literal for literal in meanings[pair]]])
            free += 1
        else:
            need(line.startswith("needed "), "expected `free` or `needed`")
            other = [int(word) for word in line.split()[1:]]
            model.judge(other, without=[clue])
            need(other[pair[0]] != pair[1], "a clue that is needed is kept")
    need(claim != "redundant" or free == number, f"{number} clues that can go are claimed, {free} are shown")
    return seen


def explained(lines, model, steps):
    """Deductions: no values satisfy the constraints and the facts of one and have a value that it takes away."""
    left = [list(d) for d in model.domains]
    for scope, holds in model.constraints:
        many = {x for x in scope if len(model.domains[x]) > 1}
        if len(many) == 1 and all(model.domains[x] for x in scope):
            x, = many
            left[x] = [v for v in left[x] if holds([v if y == x else model.domains[y][0] for y in scope])]
    for _ in range(steps):
        because = lines.numbers("step")
        pairs = lambda word: list(zip(*[iter(lines.numbers(word))] * 2, strict=True))
        known, excluded, gone = pairs("known"), pairs("excluded"), pairs("gone")
        need(all(left[x] == [v] for x, v in known), "a fact that is used is not known")
        need(all(v not in left[x] for x, v in excluded), "a value that is used as gone is still there")
        for x, v in gone:
            domains = {y: model.domains[y] for id in because for y in model.constraints[id][0]}
            domains.setdefault(x, model.domains[x])
            facts = [(y, w, True) for y, w in known + [(x, v)]] + [(y, w, False) for y, w in excluded]
            for y, w, is_so in facts:
                if y in domains:
                    domains[y] = [u for u in domains[y] if (u == w) == is_so]
            order = sorted(domains, key=lambda y: (len(domains[y]), y))
            futures = [Futures(model.lines[id], *model.constraints[id], domains, order.index) for id in because]
            labels = {tuple(here.start for here in futures)}
            for y in order:
                touched = [y in here.order for here in futures]
                step = lambda label, u: tuple(
                    here.next[f][u] if f != "fails" and touches else f for here, f, touches in zip(futures, label, touched)
                )
                labels = {step(label, u) for label in labels if "fails" not in label for u in domains[y]}
                need(len(labels) < MOST, "a step is too large for this checker")
            need(all("fails" in label for label in labels), "a deduction does not follow")
        for x, v in gone:
            left[x] = [u for u in left[x] if u != v]


def fewest(lines, model, solution, clues):
    count, *among = lines.after("alternatives").split()
    may_show = [int(x) for x in among[1:]] if among else model.answer
    given = [
        number
        for number, words in enumerate(model.lines)
        if words[0] == "member" and int(words[1]) in may_show and len(domain(words[2])) == 1
    ]
    need(len(given) == clues, "the puzzle has another number of clues")
    formula, n, m = [], len(may_show), clues - 1
    for _ in range(int(count)):
        other = lines.numbers("alternative")
        model.judge(other, without=given)
        formula.append([i for i, x in enumerate(may_show, 1) if other[x] != solution[x]])
        need(formula[-1], "an alternative is the solution")
    lines.after("cover")
    if clues == 0:
        return
    at_least = lambda i, j: n + (i - 1) * m + j
    for i in range(1, n + 1):
        if m == 0:
            formula.append([-i])
            continue
        formula.append([-i, at_least(i, 1)])
        if i > 1:
            for j in range(1, m + 1):
                formula.append([-at_least(i - 1, j), at_least(i, j)])
                if j > 1:
                    formula.append([-i, -at_least(i - 1, j - 1), at_least(i, j)])
            formula.append([-i, -at_least(i - 1, m)])
    replay(lines, formula)


# A count: every arc of the diagram, and every one that is missing, against what is left of the constraints.

MOST = 5_000_000


class Futures:
    """What a constraint asks of the variables to come, numbered so that equal futures have equal numbers."""

    def __init__(self, words, scope, holds, domains, rank):
        self.order = sorted(set(scope), key=rank)
        self.values = [domains[x] for x in self.order]
        self.holds = lambda values: holds([values[self.order.index(x)] for x in scope])
        self.words, self.scope = words, scope
        self.known, self.numbers, self.looked = {}, {}, 0
        self.next = {}
        self.start = self.future(())

    def key(self, beginning):
        """Enough to tell futures apart: the beginning itself, or what of it matters."""
        kind, depth = self.words[0], len(beginning)
        if kind == "linear" and len(self.order) == len(self.scope):
            weights = dict(zip(self.scope, map(int, self.words[4::2])))
            return depth, sum(weights[x] * value for x, value in zip(self.order, beginning))
        if kind == "all-different" and len(self.order) == len(self.scope):
            return depth, tuple(sorted(beginning)) if len(set(beginning)) == depth else None
        return depth, beginning

    def future(self, beginning):
        key = self.key(beginning)
        if key in self.known:
            return self.known[key]
        if len(beginning) == len(self.order):
            future = "holds" if self.holds(list(beginning)) else "fails"
        else:
            self.looked += 1
            need(self.looked < MOST, "a constraint has too many beginnings for this checker")
            after = tuple(self.future(beginning + (value,)) for value in self.values[len(beginning)])
            if all(one == "fails" for one in after):
                future = "fails"
            else:
                future = self.numbers.setdefault((len(beginning), after), len(self.numbers))
                self.next[future] = dict(zip(self.values[len(beginning)], after))
        self.known[key] = future
        return future


def count(lines, model):
    counted, *order = lines.numbers("diagram")
    need(sorted(order) == list(range(len(model.domains))), "every variable has its layer")
    rank = {x: layer for layer, x in enumerate(order)}
    need(all(rank[x] < counted for x in model.answer), "an answer variable is not counted")
    scopes = zip(model.lines, model.constraints)
    futures = [Futures(words, scope, holds, model.domains, rank.get) for words, (scope, holds) in scopes]
    small = lambda x: len(model.domains[x]) <= 64

    def settle(asked, left):
        """A label: constraints with one small variable to go become the values that they leave to it."""
        for number, future in list(asked.items()):
            if future == "fails":
                return None
            here = futures[number]
            if future == "holds":
                del asked[number]
            elif here.depth[future] == len(here.order) - 1 and small(here.order[-1]):
                del asked[number]
                x, after = here.order[-1], here.next[future]
                left[x] = [value for value in left.get(x, model.domains[x]) if after[value] == "holds"]
        if any(not values for values in left.values()):
            return None
        full = {x: tuple(values) for x, values in left.items() if len(values) < len(model.domains[x])}
        return tuple(sorted(asked.items())), tuple(sorted(full.items()))

    touching = [[] for _ in order]
    for number, here in enumerate(futures):
        here.depth = {future: depth for (depth, _), future in here.numbers.items()}
        for x in here.order:
            touching[x].append(number)
    # A constraint is part of a label once its first variable is fixed.
    labels = [] if any(not here.order and here.start == "fails" for here in futures) else [((), ())]
    ways, arcs = [1] * len(labels), []
    for layer, x in enumerate(order):
        if not labels:
            break
        head = lines.numbers("layer")
        need(head == [x, len(labels)], "a layer is missing, or has another number of nodes")
        below, below_ways, rows = [], [], []
        for node, (asked, left) in enumerate(labels):
            words = lines.next().split()
            need(len(words) == len(model.domains[x]), "a node has a word for each value")
            row = []
            for value, word in zip(model.domains[x], words):
                later, values = dict(asked), {y: list(v) for y, v in left}
                label = None
                if value in values.pop(x, [value]):
                    for number in touching[x]:
                        here = futures[number]
                        future = here.start if here.order[0] == x else later.get(number)
                        if future is not None:
                            later[number] = future if future == "fails" else here.next[future][value]
                    label = settle(later, values)
                need((word == "-") == (label is None), "an arc too many, or one too few")
                if label is None:
                    continue
                if word == "+":
                    below.append(label)
                    below_ways.append(0)
                to = len(below) - 1 if word == "+" else int(word)
                need(0 <= to < len(below) and below[to] == label, "nodes with different futures are merged")
                row.append(to)
                if layer < counted:
                    below_ways[to] += ways[node]
            need(layer >= counted or x in model.answer or len(row) <= 1, "an answer would be counted twice")
            rows.append(row)
        arcs.append(rows)
        labels = below
        ways = below_ways if layer < counted else ways
        if layer == counted - 1:
            bottom = ways
    # Of the counted nodes those from which some way arrives at the bottom.
    alive = [True] * len(labels) if len(arcs) == len(order) else []
    for rows in reversed(arcs[counted:]):
        alive = [any(alive[to] for to in row) for row in rows]
    if len(arcs) < counted:
        total = 0
    else:
        total = sum(w for w, lives in zip(bottom if counted else [1], alive) if lives)
    return total


# Numbers up to a symmetry: the group, that it is one of symmetries, and what its elements leave as it is.


def moved(lines, word, model):
    """Where each pair of a variable and a value goes."""
    everything = range(len(model.domains))
    to, values = list(everything), [list(d) for d in model.domains]
    for _ in range(int(lines.after(word))):
        x, y, *renamed = lines.numbers()
        to[x], values[x] = y, renamed or values[x]
    need(sorted(to) == list(everything), "two variables go to one")
    for x in everything:
        need(sorted(values[x]) == model.domains[to[x]], "the values of a variable do not become those of the other")
    need(sorted(to[x] for x in model.answer) == sorted(model.answer), "the answer does not stay the answer")
    return {(x, old): (to[x], new) for x in everything for old, new in zip(model.domains[x], values[x])}


def is_symmetry(model, move):
    """Whether each constraint becomes one of the model: the same values, moved, satisfy both."""
    to = {x: y for (x, _), (y, _) in move.items()}
    for number, (scope, holds) in enumerate(model.constraints):
        order = sorted(set(scope))
        if all(move[x, v] == (x, v) for x in order for v in model.domains[x]):
            continue
        image = [to[x] for x in order]
        here = Futures(model.lines[number], scope, holds, model.domains, order.index)
        for other, (there, also) in enumerate(model.constraints):
            if set(there) != set(image):
                continue
            domains = {to[x]: [move[x, v][1] for v in model.domains[x]] for x in order}
            same = Futures(model.lines[other], there, also, domains, image.index)
            if alike(here, here.start, same, same.start, {}):
                break
        else:
            return False
    return True


def alike(one, future, other, image, known):
    """Whether two futures allow the same, value by value."""
    if isinstance(future, str) or isinstance(image, str):
        return future == image
    if future not in known:
        known[future] = image
        steps = zip(one.next[future].values(), other.next[image].values())
        return all(alike(one, a, other, b, known) for a, b in steps)
    return known[future] == image


def kept_by(model, element):
    """The model of the solutions that an element leaves as they are."""
    fixed = copy.copy(model)
    fixed.domains, fixed.constraints = list(model.domains), list(model.constraints)
    fixed.lines = list(model.lines)
    for x in model.answer:
        becomes = {value: element[x, value] for value in model.domains[x]}
        image = {y for y, _ in becomes.values()}
        if image == {x}:
            fixed.domains[x] = [value for value, to in becomes.items() if to == (x, value)]
        else:
            y, = image
            fixed.constraints.append(([x, y], lambda v, y=y, becomes=becomes: becomes[v[0]] == (y, v[1])))
            fixed.lines.append(["moved"])
    return fixed


def modulo(lines, model, answers, total):
    """The lines after `modulo NAME`."""
    generators = [moved(lines, "generator", model) for _ in range(int(lines.after("generators")))]
    pairs = [(x, value) for x in model.answer for value in model.domains[x]]
    if answers is not None:
        united = {answer: answer for answer in answers}

        def root(answer):
            while united[answer] != answer:
                answer = united[answer]
            return answer

        for answer in answers:
            for move in generators:
                place = dict(move[pair] for pair in zip(model.answer, answer))
                image = tuple(place[x] for x in model.answer)
                need(image in united, "a symmetry takes a solution to none of the others")
                united[root(answer)] = root(image)
        found = sum(root(answer) == answer for answer in answers)
    else:
        need(all(is_symmetry(model, move) for move in generators), "a generator is no symmetry")
        number = {pair: at for at, pair in enumerate(pairs)}
        short = lambda move: tuple(number[move[pair]] for pair in pairs)
        then = lambda a, b: tuple(b[at] for at in a)
        inverse = lambda a: tuple(sorted(range(len(a)), key=a.__getitem__))
        small = [short(move) for move in generators]
        group, open_ = {tuple(range(len(pairs)))}, [tuple(range(len(pairs)))]
        while open_:
            element = open_.pop()
            for image in [then(element, g) for g in small]:
                if image not in group:
                    need(len(group) * len(pairs) < MOST, "the group is too large for this checker")
                    group.add(image)
                    open_.append(image)
        model.kept[tuple(range(len(pairs)))] = total
        for _ in range(int(lines.after("parts"))):
            part = moved(lines, "part", model)
            need(short(part) in group, "a part is no element of the group")
            model.kept[short(part)] = count(lines, kept_by(model, part))
        sum_, left = 0, set(group)
        while left:
            alike_, open_ = set(), [next(iter(left))]
            while open_:
                element = open_.pop()
                if element not in alike_:
                    alike_.add(element)
                    open_ += [then(then(inverse(g), element), g) for g in small] + [inverse(element)]
            left -= alike_
            known = [model.kept[element] for element in alike_ if element in model.kept]
            element = {pair: pairs[to] for pair, to in zip(pairs, next(iter(alike_)))}
            none = any(not d for d in kept_by(model, element).domains)
            need(known or none, "a class of elements has no part")
            sum_ += len(alike_) * (known[0] if known else 0)
        found = sum_ / len(group) if sum_ % len(group) else sum_ // len(group)
    need(int(lines.after("orbits")) == found, f"up to this symmetry there are {found} solutions")


def check(data):
    lines = Lines(data)
    need(lines.next() == "tantalizer certificate 1", "this is no certificate")
    claim, _, number = lines.after("claim").partition(" ")
    lines.quoted("statement")
    model = Model(lines.quoted("model"))
    answers, total = None, None
    if claim == "count":
        total = count(lines, model)
        need(total == int(number), f"the diagram holds {total} solutions, {number} are claimed")
    else:
        known = ("satisfiable", "unsatisfiable", "exactly", "optimal", "forced", "redundant", "fewest", "explained")
        need(claim in known, f"unknown claim `{claim}`")
        answers = shown(lines, model, claim, int(number) if number else None)
    line = lines.next()
    while claim in ("count", "exactly") and line.startswith("modulo "):
        modulo(lines, model, answers, total)
        line = lines.next()
    need(line == "end" and lines.at == len(lines.lines), "expected `end`")
    return f"{claim} {number}".strip()


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    sys.setrecursionlimit(100_000)
    try:
        with open(sys.argv[1], "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"{sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        print(f"shown: {check(data)}")
        return 0
    except Refused as reason:
        print(f"refused: {reason}")
    except (ValueError, KeyError, IndexError, StopIteration, UnicodeDecodeError) as error:
        print(f"refused: not of the described form ({type(error).__name__}: {error})")
    return 3


if __name__ == "__main__":
    sys.exit(main())
