#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Grades a class in one go: right, wrong and hostile submissions side by side. Each gets what it should, whoever its neighbours are, and
again the same bytes.

Usage: check_class.py PROGRAM LABS HOSTILE [--short]. HOSTILE is the folder of hostile submissions, all of lab 01, which say in their first
lines what is expected (check_labs.py). Of each lab the class has the solution, the starter and the wrong submissions; --short: of the
first lab alone, three of the wrong ones, and those that have no end are graded once.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from check_labs import faults, notes_of, reason_it_is_not_as_expected, wrong_submissions


def fill(folder, labs, hostile, names, most_wrong=None):
    """Puts the class into the folder; gives the notes of each submission, None for a solution."""
    expected = {}

    def add(student, file, lab, notes):
        place = folder / student / f"{lab[:2]}.cpp"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
        expected[str(place)] = notes

    for name in names:
        add("teacher", labs / "solutions" / f"{name}.cpp", name, None)
        add("absent", labs / name / "starter.cpp", name, {})
        with tempfile.TemporaryDirectory() as made:
            for file in wrong_submissions(labs, name, made)[:most_wrong]:
                add(f"wrong_{file.stem}", file, name, notes_of(file))
    for file in sorted(hostile.glob("*.cpp")):
        add(f"hostile_{file.stem}", file, "01", notes_of(file))
    return expected


def complaint(notes, row):
    """None if the row is what it should be."""
    if notes is None:
        return None if row["points"] == 100 else "should get 100 points"
    if not notes:
        return None if row["points"] == 0 and row["ending"] == "graded" else "should be graded, and get no points"
    return reason_it_is_not_as_expected(notes, row)


def main():
    program, labs, hostile = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    names = [p.name for p in sorted(labs.iterdir()) if re.match(r"\d\d-", p.name)]
    names = names[:1] if "--short" in sys.argv else names
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made) / "class"
        expected = fill(folder, labs, hostile, names, 3 if "--short" in sys.argv else None)
        command = [program, "grade", str(folder), "--format", "json"]
        first = subprocess.run(command, capture_output=True, text=True, check=False)
        if first.returncode != 1:
            sys.exit(f"exit code {first.returncode}, and 1 was expected\n{first.stderr}")
        rows = {row["submission"]: row for row in json.loads(first.stdout)["results"]}
        found = [f"{name}: {why}\n    {faults(rows[name])}" for name, notes in expected.items() if (why := complaint(notes, rows[name]))]
        if sorted(rows) != sorted(expected):
            found.append("the class has other submissions than were graded")
        if list(rows) != sorted(rows):
            found.append("the rows are not sorted")
        if "--short" in sys.argv:  # those that are stopped after their time have been
            for place in folder.iterdir():
                if re.search("endless|loop", place.name):
                    shutil.rmtree(place)
        again = subprocess.run(command, capture_output=True, text=True, check=False)
        if "--short" not in sys.argv and again.stdout != first.stdout:
            found.append("graded again, the class gets other bytes")
        found += [f"{row['submission']}: graded again, it gets another row" for row in json.loads(again.stdout)["results"]
                  if row != rows[row["submission"]]]
        if (folder.parent / "toruscope_was_here").exists() or (folder.parents[1] / "toruscope_was_here").exists():
            found.append("a submission wrote outside its folder")
    print("\n".join([*found, f"class: {len(rows)} submissions, {len(found)} faults"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
