#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the notebooks of labs and lectures from their pages.

Usage: notebooks.py [--check]

A lab's README.md becomes notebook.ipynb beside it: its commands are calls of the module for Python, its starter a cell that
writes mine.cpp, and a last cell grades that. A page of docs/lectures becomes a notebook of its name: its blocks of Python are
cells. --check writes nothing, tells which notebooks are not as their pages make them, and exits with 1 if there is one.
"""
import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))
from toruscope.table import SHOWN, Verb, argument_of  # noqa: E402

LABS = ("01", "02", "05", "07", "10")
FUNCTIONS = {"compare": "compare", "bench": "bench", "verify": "verify", "phase": "phase", "explain": "explain", "run": "app"}
NOTE = ("*In this notebook the commands of the page are calls of the [module for Python](../../docs/python.md), and the pages that "
        "they make are shown below them. The function is written in the cell before the last one, which grades it.*")


def call_of(command):
    """A command line of the program as a call of the module, or as a command of the notebook."""
    words = shlex.split(command)[1:]
    if words[0] not in FUNCTIONS:
        return f"!{{toruscope.program.find()}} {shlex.join(words)}"
    options = {name: argument_of(one["names"][0]) for _, one in Verb(words[0]).options.values() for name in one["names"]}
    given, rest = [], iter(words[1:])
    for word in rest:
        if not word.startswith("-"):
            given.append(json.dumps(word, ensure_ascii=False))
            continue
        argument, value = options[word], next(rest)
        given.append(f"{argument}={'True' if argument in SHOWN else value if value.isdigit() else json.dumps(value)}")
    return f"toruscope.{FUNCTIONS[words[0]]}({', '.join(given)})"


def cell(kind, text):
    made = {"cell_type": kind, "metadata": {}, "source": text.strip("\n").splitlines(keepends=True)}
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}


def cells_of(page, kind, code_of):
    """Cells of a page: what stands between blocks of a kind is text. code_of: the cells of a block."""
    made = []
    for place, part in enumerate(re.split(rf"^```{kind}\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)):
        if place % 2:
            made += [cell("code", code) for code in code_of(part)]
        elif part.strip():
            made.append(cell("markdown", part))
    return made


# What a page says of files and of the command line, and what a notebook says in its place.
IN_NOTEBOOK = (
    (r"Copy `starter.cpp` to a file of your own, say `mine.cpp`, and write its function, which every PE calls:",
     "Write the function of the cell that begins with `%%writefile`, which every PE calls:"),
    (r"([Ff]unctions?) (?:in|of) `starter.cpp`", r"\1 of the cell that begins with `%%writefile`"),
    (r"`toruscope grade (\d+) mine.cpp`", r'`toruscope.grade("\1", "mine.cpp")`'),
    (r"`--view fault.html`", "`view=True`"))


def as_in_notebook(page):
    """The page with its pages of runs named by their places, as the notebook has no such files."""
    names = re.findall(r"^toruscope .* --view (\S+\.html)$", page, flags=re.MULTILINE)
    for name, order in zip(names, ("first", "second", "third")):
        place = f"the {order} page above" if len(names) > 1 else "the page above"
        page = re.sub(rf"Open `{name}` in a browser", f"Go to {place}", page)
        page = page.replace(f"`{name}`", place)
    for pattern, text in IN_NOTEBOOK:
        page = re.sub(pattern, text, page)
    return page


def lab(folder):
    title, _, page = (folder / "README.md").read_text(encoding="utf-8").partition("\n")
    starter = (folder / "starter.cpp").read_text(encoding="utf-8")
    number = folder.name[:2]
    commands = cells_of(as_in_notebook(page), "sh", lambda block: map(call_of, block.splitlines()))
    return [cell("markdown", f"{title}\n\n{NOTE}"), cell("code", "import toruscope"), *commands,
            cell("code", f"%%writefile mine.cpp\n{starter}"),
            cell("code", f'toruscope.grade("{number}", "mine.cpp", view=True)')]


def lecture(path):
    return cells_of(path.read_text(encoding="utf-8"), "python", lambda block: [block])


def notebooks():
    """(path, text) of each."""
    made = [(folder / "notebook.ipynb", lab(folder)) for number in LABS for folder in (ROOT / "labs").glob(f"{number}-*")]
    made += [(path.with_suffix(".ipynb"), lecture(path)) for path in sorted((ROOT / "docs" / "lectures").glob("*.md"))]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    for path, cells in made:
        book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
        yield path, json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    faults = 0
    for path, text in notebooks():
        if sys.argv[1:] != ["--check"]:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            faults += 1
            print(f"{path.relative_to(ROOT)} is not as its page: scripts/notebooks.py makes it")
    print(f"notebooks: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
