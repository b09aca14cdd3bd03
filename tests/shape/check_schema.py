#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates the documents that the program writes, and rows of its event log, against schema/.

Usage: check_schema.py PROGRAM

Runs each verb with --format json and options that add keys. A document that lacks a key, or has one that the schema does
not know, is a fault; so is a document that was spoilt here and is still valid.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

COMMANDS = """
verify allreduce -t torus:4x4 --critical-path full
verify broadcast -t torus:4x4 --root 3 --fail 0-1
verify alltoall -t mesh:4x4 --ports k=2
verify barrier -t ring:8 -m unit --critical-path
verify scan -t ring:8 --values 20 -m postal --lambda 5/2
verify shift -t ring:8 --shift -3 --buffers 1 --eager 100
verify shift -t ring:8 --switching wormhole --flit 16
verify allreduce -t torus:4x4 --slow 0-1=3 --tw 1ns,2ns --data none
verify allreduce -t torus:4x4 --pieces 16:ts=0s,tw=0s --eager 16 --rendezvous 100ns
verify alltoallv -t ring:8
verify multi_pair -t ring:8 --window 3
verify bcast -a pipelined_torus -t torus:4x4 --block 4K --segment 64
explain alltoall -t torus:4x4
explain scan -t complete:9 -m postal --lambda 5/2
compare allreduce -t torus:4x4
compare broadcast --sweep topology=ring:4,torus:2x2 --sweep ts=1us,2us
bench allreduce -t torus:2x2 -e 16
phase allreduce -t torus:2x2 -b 8 -e 64 -f 8 --over p=4,6,16
phase broadcast -t ring:4 -b 8 -e 64 -f 8 --over ts/tw=10,1000
synth allgather -t torus:2x2 --ports all
synth allreduce -t ring:4 --hops any --message 2
bench allreduce -a auto --scale p=4,16 -t torus:4x4
bench pingpong -t line:4 --sweep ts=1us,2us
algo list
algo show scan/a
machine list
machine show paragon -t torus:4x4
machine show trn2
machine show generic --slow 0-1=2 -t ring:4
machine show unit --slow 0-1=2.5 -t graph:tests/laws/routed.graph
reproduce
reproduce prefix-figures1-2
grade labs/solutions
grade 01 labs/solutions/01-ring-broadcast.cpp --totals
info -t ring:8
run fft --input data/nile.csv -t ring:8
run prefix --input data/nile.csv --scale p=1,4 -t ring:4
""".strip().splitlines()


def validator(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def spoilt(document):
    """Copies with a further key, without a key, and with a value of another type."""
    further = copy.deepcopy(document)
    further["unheard_of"] = 1
    yield further
    lacking = copy.deepcopy(document)
    del lacking["version"]
    yield lacking
    if document.get("results"):
        odd = copy.deepcopy(document)
        odd["results"][0]["unheard_of"] = 1
        yield odd


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(__file__).resolve().parents[2]
    documents = validator(root / "schema" / "toruscope-1.json")
    rows = validator(root / "schema" / "toruscope-events-1.json")
    faults = checked = 0

    def expect(valid, what):
        nonlocal faults, checked
        checked += 1
        if not valid:
            faults += 1
            print(what)

    for command in COMMANDS:
        ended = subprocess.run([program, *command.split(), "--format", "json"], cwd=root, capture_output=True, text=True,
                               check=False)
        if ended.returncode != 0:
            expect(False, f"`toruscope {command}` ended with {ended.returncode}\n{ended.stderr}")
            continue
        document = json.loads(ended.stdout)
        error = jsonschema.exceptions.best_match(documents.iter_errors(document))
        expect(error is None, f"`toruscope {command} --format json` writes what the schema does not have: "
                              f"{error and list(error.absolute_path)}: {error and error.message[:300]}")
        for wrong in spoilt(document):
            expect(not documents.is_valid(wrong), f"a spoilt document of `toruscope {command}` is valid")
    with tempfile.TemporaryDirectory() as scratch:
        log = pathlib.Path(scratch, "events.jsonl")
        subprocess.run([program, "verify", "allgather", "-t", "torus:2x2", "--events", log, "--spans", "--quiet"],
                       check=True, capture_output=True)
        kinds = set()
        for line in log.read_text().splitlines():
            row = json.loads(line)
            kinds.add(row["kind"])
            expect(rows.is_valid(row), f"a row that the schema does not have: {line}")
            expect(not rows.is_valid({**row, "unheard_of": 1}), f"a spoilt row is valid: {line}")
        subprocess.run([program, "verify", "shift", "--shift", "2", "-t", "ring:8", "--block", "4K", "--switching", "wormhole",
                        "--virtual-channels", "1", "--events", log, "--spans"], check=False, capture_output=True)
        for line in log.read_text().splitlines():
            row = json.loads(line)
            kinds.add(row["kind"])
            expect(rows.is_valid(row), f"a row of a run that failed that the schema does not have: {line}")
        expect({"run", "message", "hop", "collective", "block", "path", "early_end"} <= kinds, f"the event log has only {kinds}")
    print(f"schema: {checked} checks, {faults} faults")
    return 1 if faults or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
