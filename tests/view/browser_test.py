#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of a run in a browser: what it shows is what the JSON of the same run says, and it can be played and pointed at.

Usage: browser_test.py TORUSCOPE CHROMIUM CHROMEDRIVER. Frame rates are reported, not asserted.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

PROGRAM, CHROMIUM, DRIVER = "", "", ""
LABS = pathlib.Path(__file__).resolve().parents[2] / "labs"
SWITCHES = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1280,720"]


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        options = Options()
        options.binary_location = CHROMIUM
        for switch in [*SWITCHES, f"--user-data-dir={cls.folder.name}/user"]:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.driver = webdriver.Chrome(options=options, service=Service(DRIVER))

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual([entry["message"] for entry in self.driver.get_log("browser")], [])

    def run_program(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False, cwd=self.folder.name)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def open(self, page, address="theme=light"):
        self.driver.get("about:blank")
        self.driver.get(f"file://{self.folder.name}/{page}#{address}")
        WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script("return !!window.toruscope"))

    def made(self, *words, address="theme=light"):
        """Runs it, opens its page, returns its JSON result. The page must agree with the report."""
        document = json.loads(self.run_program(*words, "--format", "json", "--view", "page.html").stdout)
        self.open("page.html", address)
        self.assertEqual(self.js("return toruscope.wrong"), [])
        result = document["results"][0]
        self.assertEqual(self.js("return toruscope.data.time.ticks"), result["virtual_time"]["ticks"])
        counts = self.js("return toruscope.counts")
        for name in ("messages", "hops"):
            self.assertEqual(counts[name], result["totals"][name])
        return result

    def text(self, name):
        return self.driver.find_element(By.ID, name).text

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def key_with_shift(self, key):
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT).perform()

    def time(self):
        return self.js("return toruscope.state.t")

    def test_figures_are_those_of_the_json(self):
        result = self.made("verify", "alltoall", "-t", "torus:4x4", "-m", "paragon", "--algorithm", "direct", "--block", "4K")
        numbers = self.text("numbers")
        micros = result["virtual_time"]["ticks"] / 1e6
        self.assertIn(f"{micros / 1000:.7f}".rstrip("0"), numbers)
        self.assertIn(f"{result['critical_path']['startups']} startups", numbers)
        self.assertIn(f"{result['totals']['messages']} messages", numbers)
        self.assertIn(f"{result['totals']['link_conflicts']} link", numbers)
        self.assertIn("data right", numbers)
        self.assertGreater(result["totals"]["link_conflicts"], 0)

    def test_a_log_that_differs_is_told(self):
        self.run_program("verify", "broadcast", "-t", "ring:4", "-m", "paragon", "--view", "page.html")
        page = pathlib.Path(self.folder.name, "page.html")
        text = page.read_text(encoding="utf-8")
        self.assertIn('"hops":4,', text)
        page.write_text(text.replace('"hops":4,', '"hops":5,'), encoding="utf-8")
        self.open("page.html")
        self.assertIn("hops: 5 in the report, 4 in the log", self.text("numbers"))

    def test_a_run_that_ended_early_says_what_waits(self):
        self.run_program("grade", "09", "--view", "page.html", code=1)  # the starter: a deadlock at once
        self.open("page.html")
        self.assertEqual(self.js("return toruscope.wrong"), [])
        waiting = self.js("return toruscope.data.early_end.waiting")
        self.assertEqual([one["pe"] for one in waiting], list(range(self.js("return toruscope.counts.pes"))))
        self.assertIn("deadlock at 0", self.text("numbers"))
        self.assertIn("PEs wait", self.text("numbers"))
        self.assertNotIn("port conflicts", self.text("numbers"))
        self.press(Keys.END)
        WebDriverWait(self.driver, 5).until(lambda _: self.text("step") == "Deadlock")
        self.assertIn(waiting[0]["what"], self.text("now"))
        self.assertGreater(self.time(), self.js("return toruscope.data.time.ticks"))  # the wait has no end
        self.js("toruscope.frame()")
        self.press(Keys.HOME, Keys.SPACE)
        WebDriverWait(self.driver, 5).until(lambda _: self.time() > 0)

    def test_a_deadlock_of_pes_names_its_cycle_first(self):
        self.run_program("grade", "01", str(LABS / "wrong/01-ring-broadcast/all_receive_first.cpp"), "--view", "page.html", code=1)
        self.open("page.html")
        waiting = self.js("return toruscope.data.early_end.waiting")
        self.assertEqual([one["whom"] for one in waiting], [1, 0])
        self.press(Keys.END)
        WebDriverWait(self.driver, 5).until(lambda _: "each waits for the next: PE 0 → 1 → 0" in self.text("now"))
        self.assertIn("PEs wait for ever 2", self.text("live"))
        lines = self.js("return toruscope.data.early_end.reason").splitlines()
        self.assertEqual(lines[1], "  cycle 0 -> 1 -> 0")

    def test_stuck_worms_are_counted_and_have_their_own_colours(self):
        self.run_program("verify", "alltoall", "-t", "ring:8", "-m", "generic", "--algorithm", "direct_displacement", "--block", "64",
                         "--switching", "wormhole", "--virtual-channels", "1", "--view", "page.html", code=3)
        self.open("page.html")
        self.assertEqual(self.js("return toruscope.state.mode"), "origin")
        self.press(Keys.END)
        self.js("toruscope.frame()")
        self.assertEqual(self.js("return [toruscope.live.busy, toruscope.live.waiting]"), [8, 8])
        WebDriverWait(self.driver, 5).until(lambda _: "each waits for what the next one holds: 0 → 2, 1 → 3" in self.text("now"))

    def test_rounds_of_a_program_without_rounds_are_those_of_its_messages(self):
        self.made("verify", "broadcast", "-t", "ring:16", "-m", "unit", "--algorithm", "recursive_doubling")
        self.assertEqual(self.js("return toruscope.markTimes"), [0, 1, 2, 3])
        self.assertIn("Round 1 of 4", self.text("step"))

    def test_rounds_at_zero_time_follow_what_was_taken_before(self):
        self.made("verify", "broadcast", "-t", "ring:5", "-m", "unit", "--ts", "0", "--tm", "0", "--algorithm", "pipelined_chain", "--root", "3")
        self.assertEqual(self.js("return toruscope.roundMarks.length"), 4)

    def narrow(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})

    def test_on_a_narrow_page_the_play_bar_is_in_sight(self):
        self.narrow(480, 800)
        self.made("verify", "allgather", "-t", "torus:4x4", "-m", "paragon")
        self.assertLessEqual(*self.js("return [document.getElementById('play').getBoundingClientRect().bottom, innerHeight]"))
        self.assertLessEqual(*self.js("return [document.documentElement.scrollWidth, innerWidth]"))

    def test_on_a_narrow_page_two_runs_are_whole(self):
        self.narrow(600, 900)
        self.run_program("compare", "alltoall", "-t", "torus:4x4", "-m", "paragon", "-a", "at2,direct", "--view", "page.html")
        self.open("page.html")
        WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script("return toruscope.inners().length") == 2)
        self.assertLessEqual(*self.js("return [document.documentElement.scrollWidth, innerWidth]"))
        cut = ("return [...document.querySelectorAll('iframe')].map(one => one.contentDocument.documentElement)"
               ".every(one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth)")
        WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script(cut))

    def test_plays_steps_and_seeks(self):
        self.made("verify", "allgather", "-t", "torus:4x4", "-m", "paragon", "--algorithm", "bruck")
        self.assertEqual(self.time(), 0)
        self.assertIn("Round 1 of 4", self.text("step"))
        self.key_with_shift(Keys.ARROW_RIGHT)
        marks = self.js("return toruscope.markTimes")
        self.assertEqual(len(marks), 4)
        self.assertEqual(self.time(), marks[1])
        WebDriverWait(self.driver, 5).until(lambda _: "Round 2 of 4" in self.text("step"))
        self.press(Keys.ARROW_LEFT)
        events = self.js("return Array.from(toruscope.events())")
        self.assertEqual(self.time(), max(t for t in events if t < marks[1]))
        self.press(Keys.HOME, Keys.SPACE)
        WebDriverWait(self.driver, 5).until(lambda _: self.time() > 0)
        self.press(Keys.SPACE)
        stopped = self.time()
        self.press(Keys.END)
        self.assertLess(stopped, self.time())
        WebDriverWait(self.driver, 5).until(lambda _: self.text("step") == "Done")

    def test_the_state_of_a_moment_is_that_of_the_log(self):
        waits = {}
        for switching in ("cut-through", "wormhole", "store-and-forward"):
            with self.subTest(switching):
                waits[switching] = self.compare_with_log("--switching", switching)
        self.assertGreater(waits["cut-through"], 0)
        self.assertGreater(waits["wormhole"], 0)

    def compare_with_log(self, *words):
        self.run_program("verify", "alltoall", "-t", "ring:12", "-m", "paragon", "--algorithm", "direct", "--block", "4K", *words,
                         "--view", "page.html", "--events", "log.jsonl", "--spans")
        self.open("page.html")
        lines = pathlib.Path(self.folder.name, "log.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        hops, messages = ([row for row in rows if row["kind"] == kind] for kind in ("hop", "message"))
        last = self.js("return toruscope.data.time.ticks")
        seen = 0
        for t in [last * k // 37 for k in range(1, 37)]:
            self.js("toruscope.go(arguments[0]); toruscope.frame()", t)
            live = self.js("return toruscope.live")
            busy = {(h["from"], h["to"]) for h in hops if h["granted"] <= t < h["released"]}
            self.assertEqual(live["busy"], len(busy))
            self.assertEqual(live["waiting"], sum(h["asked"] <= t < h["granted"] for h in hops))
            self.assertEqual(live["sending"], len({m["source"] for m in messages if m["start"] <= t < m["left"]}))
            seen += live["waiting"]
        return seen

    def logged(self, *words):
        """Runs it, opens its page, returns the rows of its log by kind."""
        self.run_program(*words, "--view", "page.html", "--events", "log.jsonl", "--spans")
        self.open("page.html")
        rows = {}
        for line in pathlib.Path(self.folder.name, "log.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            rows.setdefault(row["kind"], []).append(row)
        return rows

    def test_blocks_are_where_the_log_says(self):
        for algorithm in ("bruck", "direct"):
            rows = self.logged("verify", "alltoall", "-t", "ring:7", "-m", "paragon", "--algorithm", algorithm, "--block", "20")
            message = {(m["source"], m["sequence"]): m for m in rows["message"]}
            last = rows["run"][0]["time"]["ticks"]
            for t in [0, *(last * k // 11 for k in (7, 3, 5, 10)), last]:  # also backwards
                for by in ("origin", "destination"):
                    expected = [[0] * 7 for _ in range(7)]
                    for pe in range(7):
                        for other in range(7):
                            expected[pe][pe if by == "origin" else other] += 20 * (pe != other)
                    for block in rows["block"]:
                        carrier = message[block["source"], block["sequence"]]
                        if carrier["left"] <= t:
                            expected[carrier["source"]][block[by]] -= block["bytes"]
                        if carrier["taken"] <= t:
                            expected[carrier["destination"]][block[by]] += block["bytes"]
                    self.assertEqual(self.js("return toruscope.heldAt(arguments[0], arguments[1])", t, by), sum(expected, []))
            self.assertEqual(expected, [[120 * (pe == key) for key in range(7)] for pe in range(7)])  # all for itself

    def test_blocks_are_drawn(self):
        self.made("verify", "alltoall", "-t", "torus:4x4", "-m", "paragon", "--block", "64", address="theme=light&blocks=origin")
        colour = ("const [x, y] = toruscope.placeOf(arguments[0]), c = document.getElementById('net1'), s = c.width / c.clientWidth;"
                  "toruscope.frame();"
                  "const one = document.createElement('canvas').getContext('2d', {willReadFrequently: true});"
                  "one.drawImage(c, Math.round(x * s) + 2, Math.round(y * s) + 2, 1, 1, 0, 0, 1, 1);"
                  "return Array.from(one.getImageData(0, 0, 1, 1).data)")
        self.assertEqual(self.js("return toruscope.state.blocks"), "origin")
        colours = {tuple(self.js(colour, pe)) for pe in range(16)}
        self.assertEqual(len(colours), 16)  # each its own
        self.press(Keys.END)
        self.press("b")
        self.assertEqual(self.js("return toruscope.state.blocks"), "destination")
        self.assertEqual({tuple(self.js(colour, pe)) for pe in range(16)}, colours)
        self.assertIn("blocks of", self.js("return toruscope.messageCard(0)"))
        self.press("l")
        self.assertEqual(self.js("return toruscope.state.blocks"), "")

    def test_a_scan_shows_who_contributed(self):
        self.made("verify", "scan", "-t", "hypercube:3", "-m", "paragon", "--operator", "concatenation")
        held = self.js("return toruscope.heldAt(toruscope.data.time.ticks, 'origin')")
        self.assertEqual([amount > 0 for amount in held], [origin <= pe for pe in range(8) for origin in range(8)])
        self.made("verify", "scan", "-t", "hypercube:3", "-m", "paragon")  # sums: nothing is known
        self.press("b")
        self.assertEqual(self.js("return toruscope.state.blocks"), "")

    def test_pointing_names_things(self):
        self.made("verify", "broadcast", "-t", "hypercube:4", "-m", "paragon")
        canvas = self.driver.find_element(By.ID, "net1")
        x, y = self.js("return toruscope.placeOf(5)")
        size = canvas.size
        ActionChains(self.driver).move_to_element_with_offset(canvas, x - size["width"] / 2, y - size["height"] / 2).perform()
        self.assertIn("PE 5", self.text("tip"))
        ActionChains(self.driver).click().perform()
        WebDriverWait(self.driver, 5).until(lambda _: "data of PE 5 can be on 1 of 16 PEs" in self.text("now"))

    def test_themes_and_links(self):
        self.made("verify", "scan", "-t", "complete:10", "-m", "paragon", address="theme=dark&links=load&t=0.5")
        background = "return getComputedStyle(document.body).backgroundColor"
        dark = self.js(background)
        self.press("t")
        self.assertNotEqual(self.js(background), dark)
        self.assertEqual(self.js("return document.documentElement.dataset.theme"), "light")
        self.assertEqual(self.js("return toruscope.state.mode"), "load")
        self.press("u")
        self.assertEqual(self.js("return toruscope.state.mode"), "use")

    def test_longest_waits_lead_there(self):
        self.made("verify", "alltoall", "-t", "ring:8", "-m", "paragon", "--algorithm", "direct", "--block", "4K")
        self.driver.find_element(By.ID, "waits").click()
        self.driver.find_element(By.CSS_SELECTOR, "[data-wait]").click()
        ticks, since, message, _ = self.js("return toruscope.longestWaits[0]")
        self.assertGreater(ticks, 0)
        self.assertEqual(self.time(), since)
        self.assertEqual(self.js("return toruscope.state.hoverMsg"), message)

    def test_every_network_is_drawn(self):
        for network in (["-t", "ring:5"], ["-t", "line:4"], ["-t", "mesh:3x4"], ["-t", "torus:3x3x3"], ["-t", "torus:2x2x3x3"],
                        ["-t", "hypercube:3"], ["-t", "tree:8"], ["-t", "complete:5"], ["-t", "ring:1"],
                        ["-t", "fattree:4x2x4"], ["-t", "fattree:4"], ["-t", "dragonfly:2x4x2"], ["-t", "hyperx:3x4"],
                        ["-t", "torus:4x4", "--host", "torus:5x5", "--embed", "snake"]):
            with self.subTest(network):
                self.made("verify", "allgather", *network, "-m", "paragon", "--algorithm", "bruck")
                places = self.js("return toruscope.nodes.map((_, i) => toruscope.placeOf(i).map(Math.round))")
                self.assertEqual(len({tuple(place) for place in places}), len(places))
                box = self.driver.find_element(By.ID, "net1").size
                self.assertTrue(all(0 < x < box["width"] and 0 < y < box["height"] for x, y in places))

    def test_failed_links_are_crossed_out(self):
        self.made("verify", "allgather", "-t", "torus:4x4", "-m", "paragon", "--fail", "0-1,12-0")
        failed = self.js("return toruscope.failedLinks.map(l => [l.from, l.to])")
        self.assertEqual(sorted(failed), [[0, 1], [0, 12], [1, 0], [12, 0]])

    def test_ports_and_switchings(self):
        for words in (["--ports", "k=2"], ["--switching", "wormhole"], ["--switching", "store-and-forward", "--th", "1us", "--buffers", "2"],
                      ["--injection", "buffered"], ["--ports", "half"], ["--tw", "11100ps,22200ps"]):
            with self.subTest(words):
                self.made("verify", "alltoall", "-t", "torus:4x4", "-m", "paragon", "--algorithm", "direct", *words)
        self.made("verify", "alltoall", "-t", "torus:4x4", "-m", "paragon", "--algorithm", "at2", "--ports", "k=2")

    def test_what_is_too_large_is_refused(self):
        done = self.run_program("verify", "broadcast", "-t", "torus:32x33", "-m", "paragon", "--view", "large.html", code=2)
        self.assertIn("up to 1,024", done.stderr)
        done = self.run_program("verify", "alltoall", "-t", "torus:16x16", "-m", "paragon", "--algorithm", "direct",
                                "--view", "large.html", code=2)
        self.assertIn("more messages and hops than a page shows, up to 200,000; it was ended early", done.stderr)
        self.assertIn("--trace-filter pe=0-15", done.stderr)
        self.assertFalse(pathlib.Path(self.folder.name, "large.html").exists())

    def test_at_four_hundred_percent_nothing_sticks_out(self):
        self.made("verify", "allgather", "-t", "torus:4x4", "-m", "paragon")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": 480, "height": 270, "deviceScaleFactor": 4, "mobile": False})
        try:
            self.assertLessEqual(*self.js("return [document.documentElement.scrollWidth, innerWidth]"))
        finally:
            self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def test_long_names_leave_room_for_the_buttons(self):
        self.made("verify", "allreduce", "-t", "hier:complete:4/torus:2x2", "-m", "paragon", "--tr", "5us", "--gap", "100us")
        edges = "return [document.getElementById('helpb').getBoundingClientRect().right, innerWidth]"
        self.assertLessEqual(*self.js(edges))

    def test_a_worm_that_holds_its_port_waits_for_links(self):
        self.made("verify", "alltoall", "-t", "ring:12", "-m", "paragon", "--algorithm", "direct", "--switching", "wormhole", "--block", "4K")
        self.js("toruscope.go(1.2e9); toruscope.frame()")  # no link goes from PE 1 to PE 5
        WebDriverWait(self.driver, 5).until(lambda _: "from PE 1 to PE 5 waits for links" in self.text("now"))

    def test_where_nothing_takes_time_the_clock_stands(self):
        self.made("verify", "broadcast", "-t", "ring:1", address="t=0.5")
        self.assertEqual(self.time(), 0)

    def test_with_less_motion_it_plays_in_steps(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        try:
            self.made("verify", "allgather", "-t", "torus:4x4", "-m", "paragon", "--algorithm", "bruck")
            self.press(Keys.SPACE)
            marks = self.js("return toruscope.markTimes")
            WebDriverWait(self.driver, 10, poll_frequency=.02).until(lambda _: self.time() > 0)
            self.assertEqual(self.time(), marks[1])
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_two_runs_are_on_one_clock(self):
        words = ["compare", "alltoall", "-t", "torus:4x4", "-m", "paragon", "-a", "at2,direct,bruck", "--format", "json"]
        document = json.loads(self.run_program(*words, "--view", "page.html").stdout)
        plain = json.loads(self.run_program(*words).stdout)
        times = [result["virtual_time"]["ticks"] for result in document["results"]]
        self.assertEqual(times, [result["virtual_time"]["ticks"] for result in plain["results"]])
        self.assertEqual([sorted(result) for result in document["results"]], [sorted(result) for result in plain["results"]])
        self.open("page.html")

        def both(first, second):
            WebDriverWait(self.driver, 20).until(lambda driver: driver.execute_script(
                "const all = toruscope.inners(); return all.length == 2 && all.map(one => one.data.time.ticks)")
                == [times[first], times[second]])
            self.assertEqual(self.js("return toruscope.inners().map(one => one.wrong)"), [[], []])

        both(0, 1)
        self.assertEqual(self.js("return toruscope.span()"), max(times[:2]))
        Select(self.driver.find_element(By.ID, "choice1")).select_by_index(2)
        both(0, 2)
        self.assertEqual(self.js("return toruscope.span()"), max(times[0], times[2]))
        self.js("document.activeElement.blur()")
        marks = self.js("return toruscope.inners().flatMap(one => one.markTimes)")
        self.key_with_shift(Keys.ARROW_RIGHT)
        self.assertEqual(self.js("return toruscope.inners().map(one => one.state.t)"), [min(t for t in marks if t > 0)] * 2)
        self.driver.switch_to.frame(0)
        self.js("toruscope.act.end()")  # what is done in a frame is done to both
        self.driver.switch_to.default_content()
        self.assertEqual(self.js("return toruscope.inners().map(one => one.state.t)"), [max(times[0], times[2])] * 2)
        modes = "return toruscope.inners().map(one => one.state.mode)"
        self.press("l")  # and keys are for both, wherever they are pressed
        self.assertEqual(self.js(modes), ["load", "load"])
        self.driver.switch_to.frame(1)
        self.press("s")
        self.driver.switch_to.default_content()
        self.assertEqual(self.js(modes), ["origin", "origin"])

    def test_a_comparison_needs_two_runs_of_one_ranking(self):
        words = ["compare", "alltoall", "-t", "ring:4", "-m", "paragon", "--view", "none.html"]
        self.assertIn("needs two runs", self.run_program(*words, "-a", "direct", code=2).stderr)
        self.assertIn("--sweep", self.run_program(*words, "--sweep", "block=8,16", code=2).stderr)
        self.assertFalse(pathlib.Path(self.folder.name, "none.html").exists())

    def test_the_log_without_spans_stays_as_it_is(self):
        words = ["verify", "allgather", "-t", "ring:6", "-m", "paragon", "--events"]
        self.run_program(*words, "plain.jsonl")
        self.run_program(*words, "beside.jsonl", "--view", "page.html")
        plain, beside = (pathlib.Path(self.folder.name, name).read_bytes() for name in ("plain.jsonl", "beside.jsonl"))
        self.assertEqual(plain, beside)

    def test_texts_of_a_log_are_shown_as_texts(self):
        self.run_program("verify", "allgather", "-t", "ring:4", "-m", "paragon", "--view", "page.html", "--events", "log.jsonl", "--spans")
        log = pathlib.Path(self.folder.name, "log.jsonl")
        first, rest = log.read_text(encoding="utf-8").split("\n", 1)
        run = json.loads(first)
        marks = [(run, "title"), (run, "operation"), (run, "algorithm"), (run, "command"),
                 (run["network"], "name"), (run["network"], "note"),
                 *((run["machine"], key) for key in ("name", "switching", "ports", "injection")),
                 *((cost, key) for cost in run["machine"]["costs"].values() for key in ("text", "symbol"))]
        for place, key in marks:
            place[key] = '<b class="foreign">x</b>'
        log.write_text(json.dumps(run) + "\n" + rest, encoding="utf-8")
        self.run_program("view", "log.jsonl", "-o", "foreign.html")
        self.open("foreign.html")
        self.assertEqual(self.js("return document.querySelectorAll('.foreign').length"), 0)
        self.assertGreaterEqual(self.text("desc").count('<b class="foreign">x</b>'), 5)

    def test_large_runs_are_shown(self):
        self.made("verify", "alltoall", "-t", "torus:32x32", "-m", "paragon", "--algorithm", "at2")
        rate = self.driver.execute_async_script(
            "const done = arguments[0], view = toruscope, from = performance.now(), before = view.stats.frames;"
            "view.act.play(); setTimeout(() => { view.act.play();"
            "done((view.stats.frames - before) / (performance.now() - from) * 1000); }, 2000);")
        print(f"1,024 PEs, 47,104 messages and hops, 1280x720: {rate:.0f} frames/s", file=sys.stderr)
        self.assertGreater(rate, 0)


if __name__ == "__main__":
    PROGRAM, CHROMIUM, DRIVER = sys.argv[1:4]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
