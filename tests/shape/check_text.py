#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Licence lines, forbidden text, the length of files and of comments, and paths and links in pages that lead nowhere.

Usage: check_text.py licence|forbidden|length|columns|paths|links [ROOT]. Prints each fault as file:line: reason; exits 1 if there is one.
"""
import pathlib
import re
import sys

import tree

LICENCE = "SPDX-License-Identifier: Apache-2.0"
# Written so that this file does not contain what it looks for.
FORBIDDEN = [
    (re.compile(r"(?<![\w.~}/-])/(home|work|tmp|root)/"), "a path of one machine"),
    (re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b"), "unfinished work: do it or leave it out"),
]
LONGEST = 400
REASONS = "tests/shape/long_files.txt"
WIDEST = 100
# What may hold two slashes and is no comment comes first, so that a comment is what is left.
COMMENT = re.compile(r'R"([^()\\ ]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|(?P<comment>//[^\n]*)', re.DOTALL)


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def licence(root):
    for path in filter(tree.is_source, tree.files(root)):
        head = lines(path)[:2]
        place = 1 if head and head[0].startswith("#!") else 0
        if len(head) <= place or not head[place].endswith(LICENCE):
            yield path, place + 1, f"the first line (after #!) must be: {LICENCE}"


def forbidden(root):
    for path in tree.files(root):
        if path.suffix not in tree.CODE | tree.SCRIPTS | {".md", ".txt", ".json"} and not tree.is_source(path):
            continue
        for number, line in enumerate(lines(path), 1):
            for pattern, reason in FORBIDDEN:
                if pattern.search(line):
                    yield path, number, f"{reason}: {line.strip()[:80]}"


def allowed_lengths(root):
    """File -> reason, from lines "path: reason"."""
    table = root / REASONS
    entries = [line.partition(": ") for line in lines(table)] if table.exists() else []
    return {path: reason for path, _, reason in entries if path and not path.startswith("#")}


def length(root):
    allowed = allowed_lengths(root)
    long = set()
    for path in filter(tree.is_source, tree.files(root)):
        count = len(lines(path))
        name = path.relative_to(root).as_posix()
        if count <= LONGEST:
            continue
        long.add(name)
        if not allowed.get(name):
            yield path, count, f"{count} lines; above {LONGEST} a file needs its reason in {REASONS}"
    for name in sorted(set(allowed) - long):
        yield root / REASONS, 1, f"{name} is no longer above {LONGEST} lines, or gone: remove its reason"


def columns(root):
    """Of comments. The formatter keeps the columns of code, and leaves comments as they are."""
    for path in tree.files(root):
        if path.suffix not in tree.CODE:
            continue
        text = path.read_text(encoding="utf-8")
        if all(len(line) <= WIDEST for line in text.splitlines()):
            continue
        for match in COMMENT.finditer(text):
            end = match.end() - text.rfind("\n", 0, match.end()) - 1
            if match["comment"] and end > WIDEST:
                number = text.count("\n", 0, match.end()) + 1
                yield path, number, f"a comment of {end} columns; it ends at {WIDEST}, or stands above its line"


def paths(root):
    code = re.compile(r"`([\w./-]+/[\w.-]+\.(?:hpp|cpp|py|sh|md|csv|json))`")
    for page in tree.files(root):
        if page.suffix != ".md":
            continue
        for number, line in tree.prose(page):
            for target in code.findall(line):  # from the root, from the page, or from a layer
                if not any((place / target).exists() for place in (root, page.parent, root / "runtime")):
                    yield page, number, f"names {target}, which is not there"


def anchors(page):
    """What links may name after a #: the headings, in small letters, without punctuation, blanks as hyphens."""
    found = {}
    for _, line in tree.prose(page):
        heading = re.match(r"#+ +(.*)", line)
        if heading:
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.group(1)).strip().lower()
            name = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            found[name] = found.get(name, -1) + 1
        for name in re.findall(r'<a (?:id|name)="([^"]+)"', line):
            found.setdefault(name, 0)
    return {name if i == 0 else f"{name}-{i}" for name, last in found.items() for i in range(last + 1)}


def links(root):
    """Relative ones: a page that is installed has them beside it, too."""
    link = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
    for page in tree.files(root):
        if page.suffix != ".md":
            continue
        for number, line in tree.prose(page):
            for target, anchor in link.findall(re.sub(r"`[^`]*`", "", line)):
                goal = page.parent / target if target else page
                if not goal.exists():
                    yield page, number, f"a link to {target}, which is not there"
                elif anchor and goal.suffix == ".md" and anchor not in anchors(goal):
                    yield page, number, f"a link to {target}#{anchor}, a heading that is not there"


CHECKS = {"licence": licence, "forbidden": forbidden, "length": length, "columns": columns, "paths": paths, "links": links}


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve()
    faults = 0
    for path, number, reason in CHECKS[sys.argv[1]](root):
        faults += 1
        print(f"{path.relative_to(root).as_posix()}:{number}: {reason}")
    print(f"{sys.argv[1]}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
