# SPDX-License-Identifier: Apache-2.0
"""--trace against --events --spans of the same command: every row is on its track, at its time, in exact decimals, and every arrow
goes from the slice of its send over those of its hops to that of its reception."""

import collections
import gzip
import json
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

from trace_reader import Malformed, Trace

PROGRAM = Path(sys.argv.pop(1)).resolve()


def us(ticks, other):
    if "femtoseconds_per_tick" in other:
        return Decimal(ticks) * other["femtoseconds_per_tick"] / 10**9
    parts = other["ticks_per_step"]
    return Decimal(ticks) / (parts if 10**6 % parts == 0 else 1)


class TraceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def traced(self, *words, name="trace.json"):
        self.call(*words, "--quiet", "--trace", name, "--events", "log.jsonl", "--spans")
        rows = collections.defaultdict(list)
        for line in (self.folder / "log.jsonl").read_text().splitlines():
            row = json.loads(line)
            rows[row["kind"]].append(row)
        return Trace(self.folder / name), rows

    def check(self, *words):
        trace, rows = self.traced(*words)
        at = lambda ticks: us(ticks, trace.other)
        self.assertEqual(trace.other["messages"], len(rows["message"]))
        self.assertEqual(trace.other["hops"], len(rows["hop"]))
        self.check_messages(trace, rows, at)
        self.check_programs(trace, rows, at)
        self.check_counters(trace, rows, at)
        end = max([s.end for s in trace.slices] + [w[2] for w in trace.waits], default=0)
        self.assertEqual(end, at(trace.other["T_ticks"]))
        return trace

    def check_messages(self, trace, rows, at):
        hops = collections.defaultdict(list)
        for hop in rows["hop"]:
            hops[hop["source"], hop["sequence"]].append(hop)
        self.assertEqual(len(trace.arrows), len(rows["message"]))
        arrows = {(a["begin"].args["source"], a["begin"].args["sequence"]): a for a in trace.arrows}
        waits = collections.Counter((name, begin, end, args["source"], args["sequence"]) for name, begin, end, args in trace.waits)
        wanted = collections.Counter()
        of_sends = collections.defaultdict(list)
        for s in trace.of("message"):
            if not s.name.startswith(("receive", "take")):
                of_sends[s.args["source"], s.args["sequence"]].append(s)
        self.assertEqual(len(trace.of("hop")), len(rows["hop"]))
        for m in rows["message"]:
            key = m["source"], m["sequence"]
            arrow = arrows[key]
            self.assertEqual(trace.track(arrow["begin"])[0], f"PE {m['source']}")
            self.assertEqual(arrow["begin"].begin, at(m["start"]))
            self.assertEqual(trace.track(arrow["end"])[0], f"PE {m['destination']}")
            self.assertEqual(arrow["end"].name, f"receive from {m['source']}")
            self.assertEqual(arrow["end"].end, at(m["available"]))
            self.assertEqual((arrow["end"].args["source"], arrow["end"].args["sequence"]), key)
            sending = of_sends[key]
            self.assertEqual(sending[-1].end, at(m["left"]))
            for one, next_one in zip(sending, sending[1:]):
                self.assertEqual(one.end, next_one.begin)
            if arrow["steps"]:
                self.assertEqual([(trace.track(s)[1].split(",")[0], s.begin, s.end) for s in arrow["steps"]],
                                 [(f"{h['from']} -> {h['to']}", at(h["granted"]), at(h["released"])) for h in hops[key]])
            for name, begin, end in (("wait for send port", m["posted"], m["start"]),
                                     ("wait for receive port", m["arrival"], m["available"]),
                                     ("in mailbox", m["available"], m["taken"]),
                                     *((f"wait for link {h['from']} -> {h['to']}", h["asked"], h["granted"]) for h in hops[key])):
                if end > begin:
                    wanted[name, at(begin), at(end), *key] += 1
        self.assertEqual(waits, wanted)

    def check_programs(self, trace, rows, at):
        for kind, category in (("collective", "collective"), ("round", "round"), ("compute", "compute"), ("synchronize", "synchronize")):
            shown = collections.Counter((trace.track(s), s.begin, s.end) for s in trace.of(category))
            self.assertEqual(shown, collections.Counter(
                ((f"PE {r['pe']}", "program"), at(r["begin"]), at(r["end"])) for r in rows[kind]), kind)
        names = collections.Counter((s.name, s.args["algorithm"]) for s in trace.of("collective"))
        self.assertEqual(names, collections.Counter((r["operation"], r["algorithm"]) for r in rows["collective"]))

    def check_counters(self, trace, rows, at):
        links = [(at(h["granted"]), at(h["released"])) for h in rows["hop"]]
        for time, value in trace.counters["links", "in use"]:
            self.assertEqual(value, sum(begin <= time < end for begin, end in links))
        for values in trace.counters.values():
            times = [time for time, _ in values]
            self.assertEqual(len(set(times)), len(times))
        for (name, unit), values in trace.counters.items():
            if unit == "bytes carried":
                link = name.removeprefix("link ")
                size = {(m["source"], m["sequence"]): m["bytes"] for m in rows["message"]}
                self.assertEqual(values[-1][1], sum(size[h["source"], h["sequence"]] for h in rows["hop"]
                                                    if f"{h['from']} -> {h['to']}" == link))

    def test_machines(self):
        for words in (
                ["verify", "broadcast", "-t", "ring:7", "--block", "100"],
                ["verify", "allreduce", "-t", "ring:5", "-m", "unit"],
                ["verify", "barrier", "-t", "torus:4x4", "--injection", "buffered"],
                ["verify", "alltoall", "-t", "torus:4x4", "--switching", "wormhole", "--block", "1K"],
                ["verify", "alltoall", "-t", "torus:4x4", "--switching", "wormhole", "--buffers", "1", "--block", "1K"],
                ["verify", "alltoall", "-a", "direct", "-t", "ring:8", "--switching", "store-and-forward", "--buffers", "1"],
                ["verify", "alltoall", "-t", "mesh:3x4", "--ports", "half", "--block", "333"],
                ["verify", "alltoall", "-t", "hypercube:4", "--ports", "all", "--block", "64"],
                ["verify", "broadcast", "-t", "torus:4x4", "--ports", "k=2", "-m", "logp"],
                ["verify", "alltoall", "-t", "ring:6", "--ports", "telephone", "--tr", "300ns", "--gap", "2us"],
                ["verify", "alltoall", "-t", "ring:6", "-a", "direct", "--tw", "0.36ns", "--block", "7", "--tick", "10fs"],
                ["verify", "alltoall", "-t", "torus:4x4", "--fail", "0-1", "--slow", "2-3=5"],
                ["verify", "alltoall", "-a", "direct", "-t", "torus:4x4", "-m", "paragon", "--switching", "wormhole", "--block", "33"],
                ["verify", "broadcast", "-t", "ring:6", "-m", "postal", "--lambda", "7/3"],
                ["verify", "alltoall", "-t", "complete:6", "-m", "ncube2"],
                ["verify", "allreduce", "-t", "tree:7", "--block", "8K"],
        ):
            with self.subTest(" ".join(words)):
                self.check(*words)

    def test_programs(self):
        (self.folder / "series.csv").write_text("\n".join(str(i * i % 17) for i in range(64)) + "\n")
        trace = self.check("run", "fft", "--input", "series.csv", "-t", "torus:2x4")
        self.assertTrue(trace.of("compute"))
        self.assertTrue(trace.of("collective"))

    def test_the_same_compressed(self):
        words = ["verify", "broadcast", "-t", "ring:7"]
        self.call(*words, "--trace", "plain.json", "--quiet")
        self.call(*words, "--trace", "packed.json.gz", "--quiet", "-j", "2", "--engine", "threads")
        plain = (self.folder / "plain.json").read_text().replace("plain.json", "").splitlines()
        packed = gzip.decompress((self.folder / "packed.json.gz").read_bytes()).decode().splitlines()
        self.assertEqual([l for l in plain if "otherData" not in l], [l for l in packed if "otherData" not in l])

    def test_filters(self):
        words = ["verify", "alltoall", "-a", "direct", "-t", "torus:4x4", "--block", "1K"]
        whole, rows = self.traced(*words)
        some, _ = self.traced(*words, "--trace-filter", "pe=3+8-9")
        pes = {3, 8, 9}
        ends = lambda trace: {(a["begin"].args["source"], a["begin"].args["destination"]) for a in trace.arrows}
        self.assertEqual(ends(some), {e for e in ends(whole) if pes & set(e)})
        self.assertEqual({some.track(s)[0] for s in some.of("round", "collective")}, {"PE 3", "PE 8", "PE 9"})
        some, _ = self.traced(*words, "--trace-filter", "link=0->1")
        crossing = {(h["source"], h["sequence"]) for h in rows["hop"] if (h["from"], h["to"]) == (0, 1)}
        self.assertTrue(crossing)
        self.assertEqual({(a["begin"].args["source"], a["begin"].args["sequence"]) for a in some.arrows}, crossing)
        some, _ = self.traced(*words, "--trace-filter", "time=10us-20us,kind=message+hop")
        self.assertEqual({s.category for s in some.slices}, {"message", "hop"})
        tick = Decimal(whole.other["femtoseconds_per_tick"]) / 10**9
        self.assertEqual({(s.args["source"], s.args["sequence"]) for s in some.of("hop")},
                         {(m["source"], m["sequence"]) for m in rows["message"] if m["posted"] * tick <= 20 and m["taken"] * tick >= 10})
        self.assertFalse(some.arrows or some.counters or some.waits)

    def test_a_run_that_ended_early(self):
        words = ["verify", "alltoall", "-a", "direct", "-t", "ring:8", "--block", "4K", "--switching", "wormhole", "--virtual-channels", "1"]
        self.assertIn("network deadlock", self.call(*words, code=3).stderr)
        self.call(*words, "--trace", "trace.json", "--events", "log.jsonl", "--spans", code=3)
        trace = Trace(self.folder / "trace.json")
        rows = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.assertEqual(len(trace.arrows), sum(row["kind"] == "message" for row in rows))
        self.assertTrue(trace.arrows)
        [mark] = trace.marks
        self.assertEqual(mark["ts"], us(rows[-1]["at"], trace.other))
        self.assertIn("network deadlock", mark["args"]["reason"])
        self.assertEqual({mark["args"]["reason"], rows[0]["early_end"]["reason"], rows[-1]["reason"]}, {trace.other["early_end"]})

    def test_refusals(self):
        words = ["verify", "broadcast", "-t", "ring:7", "--trace", "none.json"]
        for text, said in (("pe=7", "PE 0 to 6"), ("link=0-2", "no link 0-2"), ("time=3-4", "no unit"), ("time=2us-1us", "before it begins"),
                           ("kind=mesage", "Did you mean message?"), ("pes=1", "Did you mean pe?"), ("pe", "says no value"),
                           ("time=1us", "is no interval")):
            with self.subTest(text):
                self.assertIn(said, self.call(*words, "--trace-filter", text, code=2).stderr)
        self.assertIn("--trace", self.call("verify", "broadcast", "--trace-filter", "pe=1", code=2).stderr)
        self.assertFalse((self.folder / "none.json").exists())

    def test_the_reader_refuses(self):
        trace, _ = self.traced("verify", "broadcast", "-t", "ring:5")
        document = json.loads((self.folder / "trace.json").read_text())

        def refused(change):
            changed = json.loads(json.dumps(document))
            change(changed["traceEvents"])
            (self.folder / "bad.json").write_text(json.dumps(changed))
            with self.assertRaises(Malformed):
                Trace(self.folder / "bad.json")

        first = lambda events, phase: next(e for e in events if e["ph"] == phase)
        refused(lambda events: events.remove(first(events, "f")))
        refused(lambda events: events.remove(first(events, "s")))
        refused(lambda events: events.remove(first(events, "E")))
        refused(lambda events: first(events, "t").update(tid=first(events, "t")["tid"] + 1))
        refused(lambda events: first(events, "B").pop("name"))
        refused(lambda events: first(events, "B").update(ts=-1))
        refused(lambda events: first(events, "C").update(args={"x": "1"}))
        refused(lambda events: events.remove(first(events, "M")))

        def overlapping_in_nanoseconds(events):  # [0, 0.5) and [0.5, 1) ns are [0, 1) and [1, 2)
            metadata = [e for e in events if e["ph"] == "M"]
            slice_ = {**{k: first(events, "B")[k] for k in ("pid", "tid", "cat", "name")}, "ph": "X"}
            events[:] = metadata + [{**slice_, "ts": 0.0005, "dur": 0.0005}, {**slice_, "ts": 0.001, "dur": 0.0005}]

        refused(overlapping_in_nanoseconds)


if __name__ == "__main__":
    unittest.main()
