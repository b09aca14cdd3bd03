# SPDX-License-Identifier: Apache-2.0
"""What tests of PE programs in Python share."""
import array
import os
import pathlib
import unittest

import toruscope


def doubles(*values):
    return array.array("d", values)


def line_with(file, text):
    """Where a line of a file is."""
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    found = [number for number, line in enumerate(lines, 1) if text in line and "line_with" not in line]
    assert len(found) == 1, (text, found)
    return f"{os.path.basename(file)}:{found[0]}"


class Case(unittest.TestCase):
    def values(self, program, topology="ring:4", **options):
        return toruscope.run(program, topology=topology, **options).values

    def refused(self, kind, program, *texts, topology="ring:4", **options):
        with self.assertRaises(toruscope.Error) as caught:
            toruscope.run(program, topology=topology, **options)
        self.assertIs(type(caught.exception), kind, caught.exception)
        for text in texts:
            self.assertIn(text, str(caught.exception))
        return caught.exception
