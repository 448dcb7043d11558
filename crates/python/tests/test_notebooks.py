"""The notebooks run from beginning to end, and their cells show pictures; the README's examples say what comes of them."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

jupytext = pytest.importorskip("jupytext")
nbclient = pytest.importorskip("nbclient")

PACKAGE = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((PACKAGE / "notebooks").glob("*.py"))


def test_the_readme_is_true() -> None:
    failed, tried = doctest.testfile(str(PACKAGE / "README.md"), module_relative=False)
    assert tried > 5 and failed == 0


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing is left in anybody's home.
    for name in ["JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR"]:
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    notebook = jupytext.read(path)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute(cwd=str(tmp_path))
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [output.data for cell in cells for output in cell.outputs if "data" in output]
    assert any("image/svg+xml" in data or "image/png" in data for data in shown)
