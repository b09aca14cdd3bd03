# SPDX-License-Identifier: Apache-2.0
"""What a command of the program gives: rows with figures, a table for people, pictures and pages."""
import base64
import difflib
import html
import re
from fractions import Fraction
from typing import Any

from .errors import Error
from .table import UNITS

_TICK = {"s": 0, "ms": 3, "us": 6, "ns": 9, "ps": 12, "fs": 15}
_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n"), (1e-12, "p"), (1e-15, "f"))
# Columns of the table for people, as far as the rows have them.
_COLUMNS = ("student", "lab", "item", "name", "operation", "algorithm", "topology", "pes", "block_bytes", "T", "efficiency",
            "bandwidth.algbw_bytes_per_second", "bandwidth.busbw_bytes_per_second", "critical_path.startups",
            "critical_path.link_wait", "totals.port_wait", "scaling.speed_up", "verified", "error", "fastest", "seconds", "formula", "restrictions",
            "points", "of", "ending", "found", "hint", "count", "share", "description")


class Row(dict):
    """A row of a result: values by the names of docs/output.md, with dots between the parts.

    Times are in seconds (in steps on a machine that counts those), and `T` is the virtual time. A time whose name ends in
    `ticks` is in ticks, with one in `seconds` beside it.

    ticks  the exact times, by the same names
    json   the row as the program wrote it
    """

    def __init__(self, json, machine):
        super().__init__()
        self.json, self.ticks = json, {}
        unit, length = _tick(json.get("machine") if isinstance(json.get("machine"), dict) else machine)
        for key, value in _flat(json):
            self.setdefault(key, value)
            is_named = key.rpartition(".")[2].endswith("ticks")
            if not isinstance(value, int) or not length or not (is_named or UNITS.get(key) == "ticks"):
                continue
            self.ticks[key] = value
            here = key[:-len("ticks")] + unit if is_named else key
            self[here] = _number(value * length, unit)
        if "virtual_time.ticks" in self.ticks:
            self["T"], self.ticks["T"] = self[f"virtual_time.{unit}"], self.ticks["virtual_time.ticks"]

    def __missing__(self, name):
        near = [key for key in self if key.rpartition(".")[2] == name] or difflib.get_close_matches(name, self, 1)
        raise KeyError(f"{name}; did you mean {near[0]}?" if near else name)


def _flat(json, before=""):
    for key, value in json.items():
        if isinstance(value, dict):
            yield from _flat(value, before + key + ".")
        else:
            yield before + key, value


def _tick(machine):
    """The unit of times and the length of a tick in it; None if it is not known."""
    told = (machine or {}).get("tick", "")
    if told == "step":
        return "steps", Fraction(1, machine["ticks_per_step"])
    match = re.fullmatch(r"([\d.]+)([a-z]+)", told)
    return "seconds", match and Fraction(match[1]) / 10 ** _TICK[match[2]]


def _number(fraction, unit):
    return int(fraction) if unit == "steps" and fraction.denominator == 1 else float(fraction)


class Picture(str):
    """A picture, as SVG."""

    def __repr__(self):
        return f"<picture of {len(self):,} characters>"

    def _repr_svg_(self):
        return str(self)

    def _repr_html_(self):
        data = base64.b64encode(self.encode()).decode()
        return f'<img alt="plot" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'


class Page(str):
    """A page that plays a run, as HTML."""

    def __repr__(self):
        return f"<page of {len(self):,} characters>"

    def _repr_html_(self):
        return f'<iframe style="width:100%;height:50em;border:0" srcdoc="{html.escape(self)}"></iframe>'


class Result:
    """What a command gave: a list of rows, which print() and a notebook show as a table.

    str()     the program's table
    rows      a Row for each run, algorithm, machine or submission
    document  the whole JSON document of the program
    shown     what was asked for by plot=True, heatmap=True or view=True: a Picture or a Page by that name
    output    what the program, or an MPI program, wrote to standard output
    messages  lines on standard error
    command   the words of the program's command line
    exit_code
    values    of run(): what the program returned on each PE, by rank; None with scale
    """

    def __init__(self, document, text="", shown=None, output="", messages=(), command=(), exit_code=0, values=None, again=None):
        self.document, self._text, self.output, self._again = document, text, output, again
        self.shown = {name: (Page if name == "view" else Picture)(text) for name, text in (shown or {}).items()}
        self.messages, self.command, self.exit_code = list(messages), list(command), exit_code
        self.values = values
        self.sentence = ""  # of the exception that has this result
        rows = next((document[key] for key in ("cells", "rows", "results", "algorithms", "machines") if document.get(key)), [])
        self.rows = [self._row(row) for row in rows]

    def _row(self, json):
        of_itself = json if "tick" in json else None  # a machine
        return Row(json, of_itself or self.document.get("machine"))

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getitem__(self, place):
        return self.rows[place]

    def to_dataframe(self) -> Any:
        """The rows as a DataFrame of pandas, a column for each value."""
        import pandas  # where it is installed
        return pandas.DataFrame(self.rows)

    def _table(self):
        """Lines above it, which tell what all rows have in common; titles; rows of texts."""
        rows, heading = self.rows, []
        if "explanation" in self.document:
            rows = [self._row(part) for part in self.document["explanation"]["parts"]]
        elif len(rows) == 1 and "items" in rows[0]:  # a submission
            heading = ["lab {lab}: {points} of {of} points, {submission}".format(**rows[0]),
                       *(rows[0][key] for key in ("reason", "hint", "compiler") if rows[0][key])]
            rows = [self._row(item) for item in rows[0]["items"]]
        swept = [key for key in (rows[0] if rows else ()) if key.startswith("sweep.")]
        keys = swept + [key for key in _COLUMNS if key not in swept and any(_tells(key, row.get(key)) for row in rows)]
        common = [key for key in keys if len(rows) > 1 and all(row.get(key) == rows[0].get(key) for row in rows) and
                  (isinstance(rows[0].get(key), (str, bool)) or key in ("pes", "block_bytes"))]
        own = [key for key in keys if key not in common]
        heading += [", ".join(f"{key} {_text(key, rows[0][key], rows[0])}" for key in common)] * bool(common)
        return (heading, [_title(key) for key in own],
                [[_text(key, row.get(key), row) for key in own] for row in rows])

    def __str__(self):
        return self._text.rstrip("\n") or self.output or self.sentence or "no rows"

    __repr__ = __str__

    def page(self) -> Page:
        """The page that plays the run. Without view=True the command is carried out again, with it."""
        if self._again is None and "view" not in self.shown:
            raise TypeError(f"{' '.join(word for word in self.command[1:3] if not word.startswith('-'))} has no page")
        if "view" not in self.shown:
            try:
                again = self._again()
            except Error as error:  # it ends as it did before
                again = error.result
            self.shown["view"] = again.shown["view"]
        return self.shown["view"]

    def _repr_html_(self):
        heading, titles, rows = self._table()
        head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in rows)
        shown = "".join(f"<div>{one._repr_html_()}</div>" for one in self.shown.values())
        above = "".join(f"<pre>{html.escape(text)}</pre>" for text in (*heading, self.output) if text)
        return (f"{above}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{shown}")

    def _repr_svg_(self):
        return next((str(one) for one in self.shown.values() if isinstance(one, Picture)), None)


def _tells(key, value):
    """Whether a value says something: a program has no algorithm and no block."""
    return value is not None and value != "" and (key != "block_bytes" or value != 0)


def _title(key):
    return key.rpartition(".")[2].removesuffix("_bytes_per_second")


def _text(key, value, row):
    if value is None:
        return ""
    if isinstance(value, (bool, str, list)):
        return str(value)
    if key in row.ticks or key == "seconds":
        return _scaled(value, "steps" if "virtual_time.steps" in row else "s")
    unit = "ratio" if key == "share" else UNITS.get(key)
    return f"{100 * value:.1f} %" if unit == "ratio" else _scaled(value, "B/s") if unit == "bytes per second" else f"{value:,}"


def _scaled(value, unit):
    """158.424 us of 0.000158424 s."""
    if unit == "steps":
        return f"{value} {unit}"
    size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if value >= size), (1, ""))
    return f"{value / size:.6g} {prefix}{unit}"
