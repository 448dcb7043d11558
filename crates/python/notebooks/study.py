# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A study: how many ways are there, as the board grows?
#
# Peaceable rows of queens, counted with and without the turns and mirrors of the board.

# %%
import pandas

from tantalizer import Model
from tantalizer.constraints import all_different


def queens(n: int) -> Model:
    model = Model(f"{n} queens")
    queen = model.integers("queen", n, 0, n - 1)
    columns = range(n)
    model.require(all_different(queen), name="no two in a row")
    model.require(all_different(queen + list(columns)), name="no two on a diagonal")
    model.require(all_different(queen - list(columns)), name="no two on a diagonal")
    model.symmetry("mirror", [list(reversed(columns))])
    return model


# %%
rows = []
for n in range(4, 9):
    counts = queens(n).counts()
    rows.append({"n": n, "solutions": int(counts), "up to a mirror": counts.modulo["mirror"]})
table = pandas.DataFrame(rows).set_index("n")
table

# %%
axes = table.plot(marker="o", logy=True, title="Ways to place n queens")
axes.figure

# %% [markdown]
# The engines agree, and are not equally quick.

# %%
import time

times = {}
for engine in ["search", "learn", "sat", "diagram"]:
    start = time.perf_counter()
    count = queens(7).count(engine=engine)
    times[engine] = (count, round(time.perf_counter() - start, 3))
times
