#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Grades what comes with the labs: solutions get full marks, starters none, wrong submissions what their first lines say.

Usage: check_labs.py PROGRAM LABS [--short] [NN...]. LABS is the folder labs/; with numbers only these labs; --short: of the wrong
submissions that are to get the same verdict the first alone. Prints each submission that gets something else; exits 1 if there is one,
or if a lab lacks its README, its solution or four wrong submissions.

A wrong submission begins with lines "// wrong: WORDS", then either "// expect: lost ITEM, ITEM" (exactly these, in the order of the
rubric) and "// hint: WORDS" (part of the hint of the first of them; "// found: WORDS" of what was found), or "// expect: zero" and
"// reason: WORDS". One that does it another way, and is right, says "// expect: full". One that is nearly its lab's solution is
kept as a patch of it, which adds these lines, too.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LEAST_WRONG = 4
NOTE = re.compile(r"// (wrong|expect|hint|found|reason): (.*)")


def graded(program, lab, files):
    """Rows of `toruscope grade LAB FILES --format json`, by file."""
    command = [program, "grade", str(lab), *map(str, files), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return {row["submission"]: row for row in json.loads(done.stdout)["results"]}


def notes_of(file):
    """What the first lines of a wrong submission say."""
    return dict(NOTE.fullmatch(line).groups() for line in file.read_text(encoding="utf-8").splitlines() if NOTE.fullmatch(line))


def wrong_submissions(labs, name, folder):
    """The wrong submissions of a lab, by name; those that are kept as patches are made in the folder."""
    files = [file for ending in ("cpp", "c") for file in (labs / "wrong" / name).glob(f"*.{ending}")]
    for patch in (labs / "wrong" / name).glob("*.patch"):
        made = pathlib.Path(folder) / f"{patch.stem}.cpp"
        subprocess.run(["patch", "--quiet", "--fuzz=0", f"--output={made}", labs / "solutions" / f"{name}.cpp", patch], check=True)
        files.append(made)
    return sorted(files, key=lambda file: file.name)


def first_of_each_verdict(files):
    """Of the submissions that lose the same items, or are stopped for the same reason, the first."""
    firsts = {}
    for file in files:
        notes = notes_of(file)
        firsts.setdefault((notes.get("expect"), notes.get("reason")), file)
    return list(firsts.values())


def faults(row):
    """What is lost, in words."""
    lines = [f"{i['item']} ({i['trial']}): {i['found']}\n      hint: {i['hint']}" for i in row["items"] if i["found"]]
    return "\n    ".join([f"{row['points']} points, {row['ending']}, {row['reason']}", *lines, row["compiler"] or ""])


def reason_it_is_not_as_expected(notes, row):
    """None if the verdict is what the notes say."""
    expect = notes.get("expect", "")
    if expect == "zero":
        if "reason" not in notes:
            return "has no line // reason:"
        if row["points"] != 0 or row["ending"] == "graded":
            return "is not stopped"
        return None if notes["reason"] in row["reason"] else f"the reason should have \"{notes['reason']}\""
    if expect == "full":
        return None if row["points"] == row["of"] else "should get full marks"
    if not expect.startswith("lost ") or "hint" not in notes or "wrong" not in notes:
        return "needs the lines // wrong:, // expect: and // hint:"
    lost = [item.strip() for item in expect.removeprefix("lost ").split(",")]
    if row["ending"] != "graded" or row["lost"] != lost:
        return f"should lose {', '.join(lost)}"
    first = next(i for i in row["items"] if i["item"] == lost[0])
    for part in ("hint", "found"):
        if notes.get(part, "") not in first[part]:
            return f"the {part} should have \"{notes[part]}\""
    return None


def check_lab(program, labs, name, folder, is_short):
    """Complaints about a lab; the folder is empty."""
    found = [f"{name}: no README.md"] if not (labs / name / "README.md").is_file() else []
    endings = [ending for ending in ("cpp", "c") if ending == "cpp" or (labs / name / "mpi.h").is_file()]
    all_wrong = wrong_submissions(labs, name, folder)
    wrong = first_of_each_verdict(all_wrong) if is_short else all_wrong
    given = {ending: (labs / name / f"starter.{ending}", labs / "solutions" / f"{name}.{ending}") for ending in endings}
    rows = graded(program, name, [*(file for pair in given.values() for file in pair), *wrong])
    if len(all_wrong) < LEAST_WRONG:
        found.append(f"{name}: {len(all_wrong)} wrong submissions, and there should be {LEAST_WRONG}")
    for starter, solution in given.values():
        row = rows[str(solution)]
        if row["points"] != 100 or row["compiler"]:
            found.append(f"{solution}: should get 100 points without a warning\n    {faults(row)}")
        row = rows[str(starter)]
        if row["points"] != 0 or row["ending"] != "graded" or row["compiler"]:
            found.append(f"{starter}: should be graded, without a warning, and get no points\n    {faults(row)}")
    for file in wrong:
        reason = reason_it_is_not_as_expected(notes_of(file), rows[str(file)])
        if reason:
            found.append(f"{file}: {reason}\n    {faults(rows[str(file)])}")
    print(f"{name}: {len(wrong)} of {len(all_wrong)} wrong submissions")
    return found


def main():
    program, labs, *numbers = sys.argv[1:]
    labs, is_short = pathlib.Path(labs), "--short" in numbers
    numbers = [n for n in numbers if n != "--short"]
    names = [p.name for p in sorted(labs.iterdir()) if re.match(r"\d\d-", p.name)]
    names = [n for n in names if not numbers or any(n.startswith(number) for number in numbers)]
    found = []
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found += check_lab(program, labs, name, folder, is_short)
    print("\n".join(found) + f"\nlabs: {len(names)} labs, {len(found)} faults" if found else f"labs: {len(names)} labs, 0 faults")
    return 1 if found or not names else 0


if __name__ == "__main__":
    sys.exit(main())
