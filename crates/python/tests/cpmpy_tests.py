"""Runs CPMpy's own tests, in a checkout of it, with this package as the solver, and lists what fails by its reason.

    python cpmpy_tests.py CHECKOUT
"""

from __future__ import annotations

import collections
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from tempfile import TemporaryDirectory


def main(checkout: Path) -> int:
    if not (checkout / "tests" / "conftest.py").is_file():
        print(f"{checkout}: no checkout of CPMpy: there is no tests/conftest.py")
        return 2
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            *(sys.executable, "-m", "pytest", "tests", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"),
            "--continue-on-collection-errors",
            *("-p", "tantalizer.cpmpy", "--solver=tantalizer", f"--junitxml={report}"),
        ]
        # The package that is tested is the checkout's.
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        subprocess.run(command, cwd=checkout, env=environment, check=False)
        if not report.exists():
            return 1
        cases = ElementTree.parse(report).getroot().iter("testcase")
        outcomes: collections.Counter[str] = collections.Counter()
        reasons: dict[str, list[str]] = collections.defaultdict(list)
        for case in cases:
            failed = [part for part in case if part.tag in ("failure", "error")]
            if failed:
                outcomes["failed"] += 1
                reason = (failed[0].get("message") or "no reason").splitlines()[0][:160]
                reasons[reason].append(f"{case.get('classname')}::{case.get('name')}")
            elif case.find("skipped") is not None:
                outcomes["skipped"] += 1
            else:
                outcomes["passed"] += 1
    print(f"\npassed {outcomes['passed']}, failed {outcomes['failed']}, skipped {outcomes['skipped']}")
    for reason, names in sorted(reasons.items(), key=lambda entry: -len(entry[1])):
        print(f"\n{len(names)} times: {reason}")
        for name in names[:5]:
            print(f"    {name}")
        if len(names) > 5:
            print(f"    and {len(names) - 5} more")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
