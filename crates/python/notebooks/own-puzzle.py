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
# # A puzzle of one's own
#
# Star battle: one star in every row, column and region, and no two stars that touch.

# %%
import itertools

from tantalizer import Model
from tantalizer.constraints import sum

regions = [
    [1, 1, 1, 1, 1, 1],
    [4, 4, 4, 1, 1, 1],
    [4, 5, 5, 5, 1, 1],
    [5, 5, 3, 3, 0, 0],
    [2, 2, 3, 0, 0, 0],
    [2, 0, 0, 0, 0, 0],
]
n = len(regions)
model = Model("Star battle")
star = model.booleans("star", (n, n))
for i in range(n):
    model.require(sum(star[i]) == 1, name=f"row {i + 1} has one star")
    model.require(sum(star[:, i]) == 1, name=f"column {i + 1} has one star")
    cells = [star[cell] for cell in itertools.product(range(n), repeat=2) if regions[cell[0]][cell[1]] == i]
    model.require(sum(cells) == 1, name=f"region {i + 1} has one star")
for row, col in itertools.product(range(n - 1), repeat=2):
    model.require(sum(star[row : row + 2, col : col + 2]) <= 1, name="stars do not touch")
model.board(star, symbols=[".", "★"], regions=regions)
model

# %%
model.unique()

# %%
model.solve()

# %%
print(model.explain())

# %%
model.hint()
