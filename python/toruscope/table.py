# SPDX-License-Identifier: Apache-2.0
"""The table of verbs, options and figures, options.json: what `toruscope schema options` writes, as a test holds it to.

Signatures and docstrings of the functions are made from it.
"""
import difflib
import inspect
import json
import keyword
import os
import pathlib
import textwrap

TABLE = json.loads(pathlib.Path(__file__).with_name("options.json").read_text(encoding="utf-8"))
UNITS = {figure["figure"]: figure["unit"] for figure in TABLE["figures"]}

# What gives another form than a result, or is about tables for people.
LEFT_OUT = {"--help", "--help-all", "--format", "-o", "--json", "--color", "--columns", "--validation", "--driver", "--shard", "--resume"}
OF_APPLICATIONS = {"--algorithm", "--input", "--output"}
PROGRAM = ("a function of a communicator (help(toruscope.Comm)), which every PE calls in a process of their own; what it returns comes back "
           "as Result.values, and what else it changes does not")
# Options that take True for a file in memory: Result.shown has what is written.
SHOWN = ("plot", "heatmap", "view")


# Types of arguments, as Python's annotations have them.
VALUE = "Value"
PROGRAM_TYPE = "Callable[[Comm], Any]"


def _type_of(name, option):
    """Of an option without a value, with one that may be left out, with one, or with several."""
    if "value" not in option:
        return "bool | None"
    of_one = f"{VALUE} | bool" if name in SHOWN or option["value"].startswith("[") else VALUE
    return f"{of_one} | Sequence[{VALUE}] | None"


def argument_of(name):
    """time_limit of --time-limit; lambda_ of --lambda, as the language has the word."""
    name = name.lstrip("-").replace("-", "_").lower()
    return name + "_" if keyword.iskeyword(name) else name


class Verb:
    """A verb of the table as a function: its arguments, and the words of a command line that they mean."""

    def __init__(self, verb, rest=None, program=None):
        """rest: the name of further words, which the table does not have. program: of what `run` runs in place of an application."""
        entry = next(entry for entry in TABLE["verbs"] if entry["verb"] == verb)
        self.verb, self.description = verb, entry["description"]
        self.words = [(argument_of(word["name"]) + "s" * word["repeats"], word) for word in entry["words"]]
        self.rest = rest or next((name for name, word in self.words if word["repeats"]), None)
        if rest:
            self.words.append((rest, {"help": "its own arguments", "repeats": True}))
        self.program = program
        if program:
            self.description, self.words = "a program in Python on every PE: program(comm)", [(program, {"help": PROGRAM, "repeats": False})]
        left_out = LEFT_OUT | (OF_APPLICATIONS if program else set())
        options = [option for option in TABLE["options"] if verb in option["verbs"] and left_out.isdisjoint(option["names"])]
        if verb == "run" and not program:
            options += [{**option, "value": "VALUE", "group": f"Of {option['application']}"} for option in TABLE["applications"]]
        self.groups, self.options = {}, {}
        for option in options:
            names = [name for name in option["names"] if name.startswith("--")]
            self.groups.setdefault(option["group"], []).append((", ".join(map(argument_of, names)), option))
            self.options |= {argument_of(name): (name, option) for name in names if argument_of(name) not in self.options}

    def signature(self, returns):
        kinds = inspect.Parameter
        words = [kinds(name, kinds.VAR_POSITIONAL, annotation=VALUE) if word["repeats"] else
                 kinds(name, kinds.POSITIONAL_OR_KEYWORD, default=None, annotation=PROGRAM_TYPE if name == self.program else f"{VALUE} | None")
                 for name, word in self.words]
        options = [kinds(name, kinds.KEYWORD_ONLY, default=None, annotation=_type_of(name, option)) for name, (_, option) in self.options.items()]
        return inspect.Signature(words + options, return_annotation=returns)

    def stub(self, name):
        """The function as a file of types has it."""
        words = [f"*{word}: {VALUE}" if entry["repeats"] else
                 f"{word}: {PROGRAM_TYPE}" if word == self.program else f"{word}: {VALUE} | None = ..." for word, entry in self.words]
        star = [] if any(entry["repeats"] for _, entry in self.words) or not self.options else ["*"]
        options = [f"{option}: {_type_of(option, entry)} = ...".replace(" ", "\0") for option, (_, entry) in self.options.items()]
        lines = textwrap.wrap(", ".join(words + star + options), 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
        lines = [line.replace("\0", " ") for line in lines]  # no parameter is cut
        return "\n".join([f"def {name}(", *lines, ") -> Result:", f'    """{self.description[0].upper()}{self.description[1:]}."""', ""])

    def docstring(self):
        text = f"{self.description[0].upper()}{self.description[1:]}.\n"
        if self.words:
            text += "\nArguments:\n" + "".join(_explained(name, word["help"]) for name, word in self.words)
        for group, options in self.groups.items():
            title = "Further options" if group == "Options" else group
            text += f"\n{title}:\n" + "".join(
                _explained(f"{name}: {option.get('value', 'True')}", option["help"]) for name, option in options)
        return text

    def bind(self, *given, **options):
        """The arguments by their names. Refuses those that there are not, with the nearest."""
        for name in options:
            if name not in self.options and name not in dict(self.words):
                near = difflib.get_close_matches(name, self.options, 1)
                raise TypeError(f"there is no argument {name}" + (f"; did you mean {near[0]}?" if near else "; see help()"))
        return self.signature(None).bind(*given, **options).arguments

    def command(self, arguments, form):
        """The words of the command line. form: options that say what is written, and where."""
        options, words = [], []
        for name, value in arguments.items():
            if name in self.options:
                options += _option_words(name, *self.options[name], value)
            elif value is not None and name != self.program:
                words += map(_word, value if name == self.rest else [value])
        for word in words[:1] if self.verb == "mpirun" else words:
            if word.startswith("-") or not word:
                raise TypeError(f"{self.verb}: a name is needed, got {word!r}")
        if self.verb == "mpirun":  # what follows the program is its own
            words.insert(0, "--")
            return [self.verb, *form, *options, *words]
        return [*self.verb.split(), *words, *form, *options]


def _explained(name, text):
    return f"  {name}\n" + textwrap.fill(text, 90, initial_indent=" " * 6, subsequent_indent=" " * 6) + "\n"


def _option_words(argument, name, option, value):
    if value is None or value is False:
        return []
    if value is True:
        if "value" in option and not option["value"].startswith("["):
            raise TypeError(f"{argument}: a value is needed ({option['value']}), got True")
        return [name]
    if "value" not in option:
        raise TypeError(f"{argument}: True or False is needed, got {value!r}")
    if option.get("repeats") and isinstance(value, (list, tuple)):
        return [f"{name}={_word(one)}" for one in value]
    return [f"{name}={_word(value)}"]


def _word(value):
    """A value as it is typed."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(_word, value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
