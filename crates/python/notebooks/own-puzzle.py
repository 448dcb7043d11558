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
# Star battle: two stars... here one star in every row, column and region, and no two that touch.

# %%
import itertools

from tantalizer import Model
from tantalizer.constraints import sum

regions = [
    [0, 0, 1, 1, 1],
    [0, 2, 2, 1, 1],
    [0, 2, 3, 3, 1],
    [4, 4, 3, 3, 3],
    [4, 4, 4, 3, 3],
]
model = Model("Star battle")
star = model.booleans("star", (5, 5))
for i in range(5):
    model.require(sum(star[i]) == 1, name=f"row {i + 1} has one star")
    model.require(sum(star[:, i]) == 1, name=f"column {i + 1} has one star")
    cells = [star[cell] for cell in itertools.product(range(5), repeat=2) if regions[cell[0]][cell[1]] == i]
    model.require(sum(cells) == 1, name=f"region {i + 1} has one star")
for row, col in itertools.product(range(4), repeat=2):
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
