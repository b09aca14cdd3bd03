#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the table of collectives say what the program says of each algorithm: the same names, formulas and restrictions?

Usage: check_collectives.py PROGRAM PAGE [--write]

A row is | operation | [`algorithm`](its header) | formula | restricted to |. --write puts the program's words into the page and keeps
the links; a row without one gets its operation's folder.
"""
import json
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^\| ([a-z_]+) \| \[`([a-z0-9_]+)`\]\(([^)]+)\) \|(.*)\|$", re.MULTILINE)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, page = sys.argv[1], pathlib.Path(sys.argv[2])
    listing = subprocess.run([program, "algo", "list", "--format", "json"], capture_output=True, text=True, check=True)
    known = {}
    for a in json.loads(listing.stdout)["algorithms"]:
        formula, restrictions = (a[cell].replace("|", "\\|") or "-" for cell in ("formula", "restrictions"))
        known[a["operation"], a["algorithm"]] = f" {formula} | {restrictions} "
    text = page.read_text(encoding="utf-8")
    rows = {(m[1], m[2]): (m[3], m[4]) for m in ROW.finditer(text)}
    if "--write" in sys.argv:
        lines = [f"| {key[0]} | [`{key[1]}`]({rows[key][0] if key in rows else key[0] + '/'}) |{said}|" for key, said in known.items()]
        first, last = (list(ROW.finditer(text))[i] for i in (0, -1))
        page.write_text(text[:first.start()] + "\n".join(lines) + text[last.end():], encoding="utf-8")
        return 0
    faults = [f"the table does not name {'/'.join(key)}" for key in known.keys() - rows.keys()]
    faults += [f"the table names {'/'.join(key)}, which the program does not know" for key in rows.keys() - known.keys()]
    faults += [f"of {'/'.join(key)} the table says\n {rows[key][1]}\nand the program\n {known[key]}"
               for key in known.keys() & rows.keys() if rows[key][1] != known[key]]
    for fault in sorted(faults):
        print(f"{page}: {fault}")
    print(f"collectives: {len(known)} algorithms, {len(faults)} faults")
    return 1 if faults or not known else 0


if __name__ == "__main__":
    sys.exit(main())
