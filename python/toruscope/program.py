# SPDX-License-Identifier: Apache-2.0
"""The program toruscope: where it is, and a process of it from its start to its end.

No file is written: what the program writes goes to files in memory, which end with their process. The process never
outlives its call, whatever exception ends that, nor the process that made it.
"""
import codecs
import contextlib
import ctypes
import functools
import os
import pathlib
import re
import select
import selectors
import shutil
import signal
import subprocess
import sys
import threading
import traceback
import tty

from . import errors

INSTALL = ("install the Debian package (apt install ./toruscope_VERSION_amd64.deb), or build it in a checkout "
           "(cmake --preset release && cmake --build --preset release), or name the program in the environment "
           "variable TORUSCOPE")
_PR_SET_PDEATHSIG = 1  # of <sys/prctl.h>
_libc = ctypes.CDLL(None)
PATIENCE = (5, 1)  # seconds after the first signal, which asks for an end in order, and the second, which does not


def find():
    """The program: TORUSCOPE of the environment, else that of this installation, the newest build of this checkout, or the
    first in PATH."""
    asked = os.environ.get("TORUSCOPE")
    if asked:
        found = shutil.which(asked)
        if not found:
            raise errors.NotFound(f"TORUSCOPE is {asked}, which is no program: {INSTALL}")
        return found
    above = pathlib.Path(__file__).resolve().parents  # toruscope, dist-packages, python3, lib, the prefix
    builds = sorted(above[min(2, len(above) - 1)].glob("build/*/cli/toruscope"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in (*(prefix / "bin" / "toruscope" for prefix in above[4:5]), *builds):
        if os.access(path, os.X_OK):
            return str(path)
    found = shutil.which("toruscope")
    if not found:
        raise errors.NotFound(f"there is no program toruscope, neither installed nor built nor in PATH: {INSTALL}")
    return found


@functools.lru_cache(maxsize=None)
def _version(program, _changed):
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError as error:
        raise errors.NotFound(f"{program} cannot be started ({error.strerror}): {INSTALL}") from None
    return told.removeprefix("toruscope ").strip()


def require_version(program, wanted):
    """Refuses a program of another version."""
    found = _version(program, os.stat(program).st_mtime_ns)
    if found != wanted:
        raise errors.OtherVersion(f"{program} is of version {found or 'unknown'}, and this module of version {wanted}: install both "
                                  "from one package, or name a program of that version in TORUSCOPE")


class Talk:
    """The program's standard error: whole lines are kept, and the line of progress is shown as it comes."""

    def __init__(self):
        self.lines = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a character may come in two parts
        self._rest = ""
        self._is_progress = False
        self._width = 0  # of the line that is shown
        self._stream = _of_notebook() or (sys.stderr if _shows_progress(sys.stderr) else None)

    def take(self, part):
        *pieces, self._rest = re.split(r"(\n|\r\x1b\[K)", self._rest + self._decoder.decode(part))
        for text, end in zip(pieces[::2], pieces[1::2]):
            if end == "\n":
                begin = text.find("toruscope: ") if self._is_progress else 0  # what ends a run at once does not end its line
                self.lines.append(text[max(begin, 0):])
            self._is_progress = end != "\n"
        self._show(self._rest if self._is_progress else "")

    def close(self):
        if self._rest and not self._is_progress:
            self.lines.append(self._rest)
        self._show("")

    def _show(self, line):
        if not self._stream or (not line and not self._width):
            return
        self._stream.write("\r" + line.ljust(self._width) + ("" if line else "\r"))
        self._stream.flush()
        self._width = len(line)


class _CellOutput:
    """An output of a notebook's cell that can be emptied; standard error would leave a band."""

    def __init__(self, display):
        self._display, self._handle = display, None

    def write(self, text):
        shown = {"text/plain": text.strip()}
        if self._handle:
            self._handle.update(shown, raw=True)
        else:
            self._handle = self._display(shown, raw=True, display_id=True)

    def flush(self):
        pass


def _of_notebook():
    """Where progress is shown in a notebook, None outside of one."""
    if "ipykernel" not in sys.modules:
        return None
    try:
        from IPython import display, get_ipython
        return _CellOutput(display.display) if getattr(get_ipython(), "kernel", None) else None
    except ImportError:
        return None


def _shows_progress(stream):
    """A terminal does, and so does a notebook."""
    return stream is not None and ("ipykernel" in sys.modules or stream.isatty())


def memory_file(stack, name):
    """A file in memory until the stack ends."""
    return stack.enter_context(open(os.memfd_create(name), "w+b"))


def name_of(file):
    """The name by which a process that gets the file finds it."""
    return f"/dev/fd/{file.fileno()}"


def content(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _terminal():
    """Both ends of a terminal that changes no line end; of a pipe where there is none, as in a container without /dev/pts."""
    try:
        ours, theirs = os.openpty()
    except OSError:
        return os.pipe()
    tty.setraw(theirs)
    return ours, theirs


class Copy:
    """A process that begins as a copy of this one and carries out a function; it has what a Popen has, as far as it is used here.

    Of what is open it keeps the files that are named. What the function returns is its exit code.
    """

    def __init__(self, function, stderr, files):
        ours, theirs = os.pipe()
        self.stdout = open(ours, "rb", buffering=0)
        self._code = None
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            code = 70  # that of no result: this process failed
            try:
                for place, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), theirs, stderr)):
                    os.dup2(descriptor, place)
                _end_with_parent(signal.SIGKILL, parent)
                nothing = os.open(os.devnull, os.O_RDWR)
                for name in os.listdir("/proc/self/fd"):  # Python's files keep their numbers, which nothing else may get
                    if int(name) > 2 and int(name) not in files and int(name) != nothing:
                        os.dup2(nothing, int(name))
                sys.stderr = open(2, "w", buffering=1, closefd=False)
                code = function()
            except BaseException:
                traceback.print_exc()
            finally:
                with contextlib.suppress(Exception):
                    sys.stderr.flush()
                os._exit(code)
        os.close(theirs)
        self._end = os.pidfd_open(self.pid)

    def poll(self):
        if self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
                os.close(self._end)
        return self._code

    def wait(self, seconds=None):
        if self.poll() is None and not select.select([self._end], [], [], seconds)[0]:
            raise subprocess.TimeoutExpired("a copy of this process", seconds)
        return self.poll()

    def terminate(self):
        os.kill(self.pid, signal.SIGTERM)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)


def _end_with_parent(number, parent):
    """In a process that was started: a signal ends it with the one that has started it, however that ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it has ended before
        os.kill(os.getpid(), number)


def run(words, files, function=None):
    """Starts the program, or a copy of this process with a function, and waits for its end. Returns exit code, standard output, and
    the lines of standard error.

    Standard error is a terminal, as the program tells its progress to nobody else.
    """
    output, talk, process = [], Talk(), None
    ours, theirs = _terminal()
    try:
        with _interrupts_later():
            kept = [file.fileno() for file in files]
            process = Copy(function, theirs, kept) if function else subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, pass_fds=kept,
                preexec_fn=functools.partial(_end_with_parent, signal.SIGTERM, os.getpid()))
        os.close(theirs)
        theirs = None
        _read({process.stdout.fileno(): output.append, ours: talk.take})
        code = process.wait()
    finally:
        if process:
            _end(process)
        os.close(ours)
        if theirs is not None:
            os.close(theirs)
        talk.close()
    return code if code >= 0 else 128 - code, b"".join(output).decode("utf-8", "replace"), talk.lines


def _read(takers):
    """Gives each part that comes from a descriptor to what takes it, until all are at their ends."""
    with selectors.DefaultSelector() as selector:
        for descriptor, take in takers.items():
            selector.register(descriptor, selectors.EVENT_READ, take)
        while selector.get_map():
            for key, _ in selector.select():
                try:
                    part = os.read(key.fd, 1 << 16)
                except OSError:  # a terminal that nobody has open any more
                    part = b""
                if part:
                    key.data(part)
                else:
                    selector.unregister(key.fd)


def _end(process):
    """Ends a process that still runs: in order, so that it ends those that it has started; else at once."""
    try:
        for seconds in PATIENCE:
            if process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(seconds)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()


@contextlib.contextmanager
def _interrupts_later():
    """Holds Ctrl-C back, so that no process is started and then not known."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    held = []
    signal.signal(signal.SIGINT, lambda *signal_and_frame: held.append(signal_and_frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        before(*held[0])
