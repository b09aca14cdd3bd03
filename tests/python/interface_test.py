#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What help() and editors show of the module for Python: docstrings and types.

Usage: interface_test.py, with PYTHONPATH naming the module.
"""
import ast
import inspect
import pathlib
import pydoc
import unittest

import toruscope

PACKAGE = pathlib.Path(toruscope.__file__).parent
KINDS = (toruscope.Comm, toruscope.Cartcomm, toruscope.Request, toruscope.Status, toruscope.Op, toruscope.Datatype, toruscope.Result)


class Interface(unittest.TestCase):
    def test_of_methods_is_explained_and_typed(self):
        for kind in KINDS:
            for name in (name for name in dir(kind) if not name.startswith("_") and name != "random"):
                method = inspect.getattr_static(kind, name)
                method = method.fget if isinstance(method, property) else getattr(kind, name)
                with self.subTest(f"{kind.__name__}.{name}"):
                    self.assertTrue(inspect.getdoc(method))
                    signature = inspect.signature(method)
                    self.assertIsNot(signature.return_annotation, signature.empty)
                    for parameter in signature.parameters.values():
                        self.assertTrue(parameter.name == "self" or parameter.annotation is not parameter.empty, parameter)

    def test_of_verbs_is_typed(self):
        parameters = inspect.signature(toruscope.bench).parameters
        self.assertEqual([str(parameters[name].annotation) for name in ("operation", "topology", "plot", "quiet")],
                         ["Value | None", "Value | Sequence[Value] | None", "Value | bool | Sequence[Value] | None", "bool | None"])
        self.assertEqual(str(inspect.signature(toruscope.run).parameters["program"].annotation), "Callable[[Comm], Any]")

    def test_of_editors_is_that_of_the_module(self):
        self.assertTrue((PACKAGE / "py.typed").exists())
        tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
        names = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        imported = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname}
        self.assertEqual(set(toruscope.__all__), set(names) | imported)
        self.assertEqual([one.arg for one in names["verify"].args.kwonlyargs],
                         [one.name for one in inspect.signature(toruscope.verify).parameters.values() if one.kind == one.KEYWORD_ONLY])

    def test_of_notebooks_names_no_file_that_they_do_not_make(self):
        notebooks = sorted((PACKAGE.parents[1] / "labs").glob("*/notebook.ipynb"))
        self.assertEqual(len(notebooks), 5)
        for path in notebooks:
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"`\w+\.html`|`starter\.cpp`|--view|`toruscope grade")

    def test_of_help_has_names_for_numbers_and_all_functions(self):
        text = pydoc.plain(pydoc.render_doc(toruscope.Comm))
        self.assertIn("source: 'int' = ANY_SOURCE, tag: 'int' = ANY_TAG", text)
        self.assertNotIn("-2147483648", text)
        for name in ("run ", "collective ", "bench "):
            self.assertIn(f"\n{name}", toruscope.__doc__)
        self.assertLess(set(toruscope.errors._OF_CODE.values()), {getattr(toruscope, name) for name in toruscope.__all__ if name[0].isupper()
                                                                and isinstance(getattr(toruscope, name), type)})


if __name__ == "__main__":
    unittest.main()
