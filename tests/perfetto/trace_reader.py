# SPDX-License-Identifier: Apache-2.0
"""A strict reader of trace_event JSON, written from Google's "Trace Event Format" and Perfetto's description of what it takes of it.

It refuses what a viewer would drop or draw elsewhere: unknown phases, missing or mistyped keys, a displayTimeUnit (Perfetto 16 to 21
take it for the unit of ts), slices of one thread that do not nest (in exact times, or in the whole nanoseconds to which Perfetto rounds
begin and length), arrows whose ends are on no slice, asynchronous intervals without an end, counters that are no numbers, times below 0, tracks
without a name. Numbers are read as exact decimals.
"""

import gzip
import json
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

PHASES = {"M", "X", "B", "E", "b", "e", "s", "t", "f", "C", "i"}
METADATA = {"process_name": "name", "process_sort_index": "sort_index", "thread_name": "name", "thread_sort_index": "sort_index"}


class Malformed(Exception):
    pass


def require(condition, what, event=None):
    if not condition:
        raise Malformed(f"{what}: {event}")


def unique_keys(pairs):
    keys = [key for key, _ in pairs]
    require(len(set(keys)) == len(keys), "a key twice", keys)
    return dict(pairs)


def refused_constant(text):
    raise Malformed(f"{text} is no JSON")


def nanoseconds(value):
    return int((value * 1000).to_integral_value(ROUND_HALF_UP))


def number(value):
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


class Slice:
    def __init__(self, event, begin, end):
        self.event, self.begin, self.end = event, begin, end
        self.name = event["name"]
        self.category = event["cat"]
        self.args = event.get("args", {})
        # As Perfetto has it.
        self.rounded_end = None if "dur" not in event else nanoseconds(event["ts"]) + nanoseconds(event["dur"])
        self.thread = (event["pid"], event["tid"])


class Trace:
    """The trace of a file: what is on each track."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        document = json.loads(data.decode("utf-8"), parse_float=Decimal, object_pairs_hook=unique_keys,
                              parse_constant=refused_constant)
        require(isinstance(document, dict) and isinstance(document.get("traceEvents"), list), "no traceEvents")
        require("displayTimeUnit" not in document, "displayTimeUnit", document.get("displayTimeUnit"))
        self.other = document["otherData"]
        self.events = document["traceEvents"]
        self.names = {}  # of processes (pid,) and threads (pid, tid)
        self.slices, self.arrows, self.counters, self.waits, self.marks = [], [], {}, [], []
        self.last_of = {}  # thread -> the slice that began last
        self.open = {}  # thread -> stack of slices, as a viewer keeps it
        self.flows, self.asynchronous = {}, {}
        self.read()

    def read(self):
        last = Decimal(0)
        for event in self.events:
            require(isinstance(event, dict), "no object", event)
            phase = event.get("ph")
            require(phase in PHASES, "unknown phase", event)
            for key in ("pid", "tid"):
                require(type(event.get(key)) is int and event[key] >= 0, key, event)
            require(event["pid"] > 0, "process 0 is the idle one of an operating system", event)
            require(isinstance(event.get("args", {}), dict), "args", event)
            if phase == "M":
                self.read_metadata(event)
                continue
            require(number(event.get("ts")) and event["ts"] >= 0, "ts", event)
            require(isinstance(event.get("cat"), str) and event["cat"], "cat", event)
            require(phase == "E" or isinstance(event.get("name"), str) and event["name"], "name", event)
            require(event["ts"] >= last, "not in the order of time", event)
            last = event["ts"]
            getattr(self, {"X": "read_slice", "B": "read_begin", "E": "read_end", "b": "read_wait", "e": "read_wait", "C": "read_counter",
                     "i": "read_mark"}
                    .get(phase, "read_arrow"))(event)
        for thread, stack in self.open.items():
            require(all(s.end is not None for s in stack), "a slice without an end", thread)
        require(not self.asynchronous, "an interval without an end", self.asynchronous)
        for flow in self.flows.values():
            require(flow["end"] is not None, "an arrow without an end", flow)
        self.arrows = list(self.flows.values())
        for key in {(e["pid"],) for e in self.events} | {s.thread for s in self.slices}:
            require(key in self.names, "no name of track", key)

    def read_metadata(self, event):
        key = METADATA.get(event.get("name"))
        require(key is not None, "unknown metadata", event)
        value = event.get("args", {}).get(key)
        require(isinstance(value, str if key == "name" else int), "metadata", event)
        if key == "name":
            track = (event["pid"],) if event["name"].startswith("process") else (event["pid"], event["tid"])
            require(track not in self.names, "named twice", event)
            self.names[track] = value

    def stack(self, event):
        """The slices of the thread that are open when a new slice begins."""
        stack = self.open.setdefault((event["pid"], event["tid"]), [])
        while stack and stack[-1].end is not None and stack[-1].end <= event["ts"]:
            stack.pop()
        return stack

    def push(self, event, end):
        stack = self.stack(event)
        new = Slice(event, event["ts"], end)
        if end is not None and stack and stack[-1].end is not None:
            require(end <= stack[-1].end, f"overlaps {stack[-1].event}", event)
        before = self.last_of.get(new.thread)
        if before is not None and before.rounded_end is not None and before not in stack:
            require(before.rounded_end <= nanoseconds(new.begin), f"overlaps, in nanoseconds, {before.event}", event)
        self.last_of[new.thread] = new
        stack.append(new)
        self.slices.append(new)

    def read_slice(self, event):
        require(number(event.get("dur")) and event["dur"] >= 0, "dur", event)
        self.push(event, event["ts"] + event["dur"])

    def read_begin(self, event):
        self.push(event, None)

    def read_end(self, event):
        stack = self.stack(event)
        require(stack and stack[-1].end is None, "an end without a begin", event)
        require(stack[-1].category == event["cat"], "the end of another slice", event)
        stack.pop().end = event["ts"]

    def read_wait(self, event):
        require(isinstance(event.get("id"), int), "id", event)
        key = (event["cat"], event["id"], event["pid"], event["name"])
        if event["ph"] == "b":
            require(key not in self.asynchronous, "an id twice", event)
            self.asynchronous[key] = event
        else:
            require(key in self.asynchronous, "an end without a begin", event)
            begin = self.asynchronous.pop(key)
            self.waits.append((begin["name"], begin["ts"], event["ts"], begin["args"]))

    def read_arrow(self, event):
        """Bound as Perfetto does it: to the innermost slice on the thread's stack; and that slice must hold the arrow's time."""
        require(isinstance(event.get("id"), int), "id", event)
        stack = self.open.get((event["pid"], event["tid"]))
        require(stack, "an arrow on no slice", event)
        bound = stack[-1]
        require(bound.begin <= event["ts"] and (bound.end is None or event["ts"] <= bound.end), f"not within {bound.event}", event)
        if event["ph"] == "s":
            require(event["id"] not in self.flows, "an id twice", event)
            self.flows[event["id"]] = {"begin": bound, "steps": [], "end": None}
            return
        require(event.get("bp") == "e", "bound to the next slice, not to the one around it", event)
        flow = self.flows.get(event["id"])
        require(flow is not None and flow["end"] is None, "a step or end without a begin", event)
        if event["ph"] == "t":
            flow["steps"].append(bound)
        else:
            flow["end"] = bound

    def read_mark(self, event):
        require(event.get("s") == "g", "a mark of one track", event)
        self.marks.append(event)

    def read_counter(self, event):
        require(event.get("args"), "a counter without a value", event)
        for key, value in event["args"].items():
            require(number(value), "a counter is a number", event)
            self.counters.setdefault((event["name"], key), []).append((event["ts"], value))

    def track(self, slice_):
        return self.names[(slice_.thread[0],)], self.names[slice_.thread]

    def of(self, *categories):
        return [s for s in self.slices if s.category in categories]
