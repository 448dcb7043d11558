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
# # Five puzzles, five questions each
#
# Each puzzle is described once, and then asked.

# %%
import tantalizer

# %% [markdown]
# ## Instant Insanity: four cubes in a tower, every long side with all colours

# %%
cubes = tantalizer.load({"puzzle": "instant-insanity", "pieces": ["RRGWBW", "BRWBGW", "GRWGBB", "WRGRBR"]})
cubes

# %%
cubes.solve()

# %%
counts = cubes.counts()
counts, counts.modulo

# %%
cubes.unique()

# %%
cubes.sample(2, seed=1)

# %% [markdown]
# ## Tricky Triple: any three in a line hold exactly two different symbols

# %%
board = tantalizer.load({"puzzle": "tricky-triple", "board": [". . 2 . 2", ". 1 . . .", ". 1 # . 3", "1 . 3 1 .", ". . . . ."]})
board

# %%
board.solve()

# %%
print(board.explain())

# %%
board.hint()

# %%
tantalizer.design("tricky-triple", rows=4, cols=4, seed=7)

# %% [markdown]
# ## Spinpossible: turn rectangles until all tiles are in order and upright

# %%
spins = tantalizer.load({"puzzle": "spinpossible", "board": ["9 2 3", "4 5 6", "7 8 -1"]})
spins

# %%
solution = spins.solve()
solution["spins"], solution["optimal"]

# %%
spins.count()

# %%
states = tantalizer.states("spinpossible", rows=2, cols=3)
states.to_pandas()

# %%
spins.solve(engine="sat") is not None

# %% [markdown]
# ## Colors: square pieces whose touching corners have equal colours

# %%
pieces = "ORGG YBRG YRBO RNOR NGOG GBOG RGOB ORRY NNYO OGYN GRNB RYBO NYRB YNBG BGNG BOGN"
colors = tantalizer.load({"puzzle": "colors", "pieces": pieces.split()})
colors

# %%
colors.count()

# %%
colors.unique()

# %%
{engine: colors.count(engine=engine) for engine in ["colors-lay", "search", "sat"]}

# %%
designed = tantalizer.design("colors", rows=2, cols=2, colours=3, seed=1)
designed

# %% [markdown]
# ## SET: three cards that are alike or all different in every attribute

# %%
cards = tantalizer.load({"puzzle": "set", "cards": ["1rfo", "2rfo", "3rfo", "1gsd", "2ped", "3rfd", "1rsd", "2gfo"]})
cards

# %%
cards.count()

# %%
[solution["set"] for solution in cards.solutions()]

# %%
cards.explain()

# %%
cards.counts().fields["engine"]
