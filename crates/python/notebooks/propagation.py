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
# # A class on propagation: what a search sees
#
# Four queens on a board of four by four. The same search, with constraints that see more or less.

# %%
from tantalizer import Model
from tantalizer.constraints import all_different


def queens(n: int, pairwise: bool) -> Model:
    model = Model("queens")
    queen = model.integers("queen", n, 0, n - 1)
    if pairwise:
        for i in range(n):
            for j in range(i):
                model.require(queen[i] != queen[j], queen[i] + i != queen[j] + j, queen[i] - i != queen[j] - j)
    else:
        columns = list(range(n))
        model.require(all_different(queen), all_different(queen + columns), all_different(queen - columns))
    return model


# %% [markdown]
# Each box is a node: the decision that leads to it, and what propagation made of it.

# %%
queens(4, pairwise=True).search_tree(all=True, strategy="leftmost")

# %%
queens(4, pairwise=False).search_tree(all=True, strategy="leftmost")

# %% [markdown]
# Which variable is chosen matters as well.

# %%
import pandas

rows = []
for strategy in ["leftmost", "ff", "dom-wdeg"]:
    for pairwise in [True, False]:
        tree = queens(6, pairwise).search_tree(all=True, nodes=5000, strategy=strategy)
        rows.append({"strategy": strategy, "pairwise": pairwise, "nodes": len(tree), "dead ends": tree.failures})
pandas.DataFrame(rows)
