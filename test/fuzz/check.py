"""test/fuzz/check.py: compiles and runs random programs (generate.py) as the
original and lifted, compares what they print, and shrinks what differs.
"""
import os
import re
import resource
import signal
import struct
import subprocess
import time

import generate

COMPILE_SECONDS = 120
RUN_SECONDS = 60
# --level=mix: those of the batches, in turn.
LEVELS = ["-O2", "-O1", "-O2", "-O3", "-O1", "-O2", "-O0", "-O2", "-O1", "-O3"]
# What must be lifted, and run in every mode, before anything can be compared.
PROBE = """
int
main(void) {
  static int a[1000];
#pragma loft
  for (int i = 0; i < 1000; i++)
    a[i] = i * 3;
  return a[999] != 2997;
}
"""


# A lifted region of program K, where, on which it ran and why.
RAN = re.compile(r"^loft: f(\d+) \([^)]*:(\d+)\): ([^:\n]+)(?:: (.*))?$", re.M)


class Stopped(Exception):
    """The run was interrupted."""


class Checker:
    """One worker's: "setup" says with what (fuzz.py's options), "stop" returns
    True when the run was interrupted."""

    def __init__(self, setup, stop):
        self.setup, self.stop = setup, stop
        self.refused, self.level = {}, setup.level
        self.ran = {}  # (program number, line): [(where, why)] of each call
        self.modes = [
            ("original", {"LOFT_OFFLOAD": "disabled"}),
            ("cpu, 1 thread", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "1",
                               "LOFT_LOG": "1"}),
            ("cpu, 2 threads", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "2",
                                # arrays are small, and threads need not wait
                                "LOFT_TEST_GRAIN": "1", "KMP_BLOCKTIME": "0"}),
        ]
        if not setup.no_vulkan:
            self.modes.append(("vulkan", self.vulkan()))

    def vulkan(self):
        """The settings of a run on Vulkan."""
        icd = self.setup.vulkan_icd
        settings = {"LOFT_OFFLOAD": "mandatory",
                    "LOFT_DEVICE": self.setup.device}
        if icd:
            settings.update({"VK_DRIVER_FILES": icd, "VK_ICD_FILENAMES": icd})
        return settings

    # -- processes -------------------------------------------------------------
    def execute(self, command, limit, env=None, prepare=None):
        """(exit status, stdout, stderr) of "command"; status None when it took
        longer than "limit" seconds. Nothing it started survives it. "prepare"
        is called in its process first."""
        child = subprocess.Popen(
            command, env=env, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=prepare)
        end = time.monotonic() + limit
        while True:
            try:
                out, err = child.communicate(timeout=0.3)
                return child.returncode, out, err
            except subprocess.TimeoutExpired:
                late = time.monotonic() > end
                if not late and not self.stop():
                    continue
                os.killpg(child.pid, signal.SIGKILL)
                child.communicate()
                if late:
                    return None, "", ""
                raise Stopped() from None

    def command(self, path, level, lift=True):
        """What compiles "path".c to "path" at "level"; without the plugin
        unless "lift"."""
        setup = self.setup
        command = [setup.clang, level, "-ffp-contract=off"] + setup.flags
        if setup.no_subnormals:
            command.append("-DNO_SUBNORMALS")
        lift = lift and not setup.defined
        if setup.defined:
            command += ["-fsanitize=undefined,address", "-g1", "-w",
                        "-fno-sanitize-recover=all"]
        if lift:
            command += ["-fplugin=" + os.path.join(setup.lib, "libloft.so"),
                        "-L" + setup.lib, "-Wl,-rpath," + setup.lib]
        command += [path + ".c", "-o", path]
        return command + (["-lloftrt"] if lift else []) + ["-lm"]

    @staticmethod
    def environment(settings):
        """This process's environment with "settings" as loft's only ones."""
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("LOFT_", "OMP_", "KMP_"))}
        env.update(settings)
        return env

    def compile(self, programs, name, lift=True):
        """Compiles "programs" into one binary, without the plugin unless
        "lift"; (path, None) or (None, error)."""
        setup = self.setup
        path = os.path.join(setup.work, "%s-%d" % (name, os.getpid()))
        with open(path + ".c", "w") as f:
            f.write(generate.source(programs))
        status, _, err = self.execute(self.command(path, self.level, lift),
                                      COMPILE_SECONDS, prepare=limit_memory)
        if status is None:
            return None, "compiling took over %d s" % COMPILE_SECONDS
        for number in re.findall(r"\[(LOFT\d+)\]", err):
            self.refused[number] = self.refused.get(number, 0) + 1
        if setup.refusals:
            print("\n".join(line for line in err.splitlines()
                            if "[LOFT" in line))
        if status or "internal error" in err:
            return None, err
        return path, None

    def run(self, binary, settings):
        """{program number: what it printed}, or a string on a crash."""
        status, out, err = self.execute([binary], RUN_SECONDS,
                                        self.environment(settings))
        for number, line, where, why in RAN.findall(err):
            self.ran.setdefault((int(number), int(line)), []).append(
                (where, why))
        if status is None:
            return "took over %d s" % RUN_SECONDS
        if status:
            return "exit status %d\n%s" % (status, err[-2000:])
        found = {}
        for part in out.split("program ")[1:]:
            head, _, rest = part.partition("\n")
            found[int(head.split()[0])] = rest
        return found

    # -- programs ----------------------------------------------------------------
    def probe(self):
        """None when a loop is lifted here and runs in every mode, else why all
        comparisons would be of the original with itself."""
        path = os.path.join(self.setup.work, "probe")
        with open(path + ".c", "w") as f:
            f.write(PROBE)
        status, _, err = self.execute(
            self.command(path, "-O1"), COMPILE_SECONDS)
        if status != 0:
            return err or "cannot compile a program of one loop"
        if "nothing is lifted" in err or "[LOFT" in err:
            return err
        for mode, settings in [] if self.setup.defined else self.modes[1:]:
            status, _, err = self.execute(
                [path], RUN_SECONDS, self.environment(settings))
            if status != 0 or "loft: error" in err:
                return "%s: %s" % (mode, err or "exit status %s" % status)
        return None

    def check(self, programs, name="batch"):
        """[(program, mode, what)] of all differences."""
        binary, error = self.compile(programs, name)
        bad = None
        if not error:
            bad = self.compare(programs, binary)
            os.unlink(binary)
        if bad is None and len(programs) > 1:
            return [b for p in programs for b in self.check([p], name)]
        return [(programs[0], "compiler", error)] if error else bad

    def compare(self, programs, binary, original=None):
        """[(program, mode, what)] of all differences from "original" (what the
        binary's gives); None when one of several programs crashed."""
        original = original or self.run(binary, self.modes[0][1])
        if isinstance(original, str):
            return [(programs[0], "original", original)] \
                if len(programs) == 1 else None
        bad, first = [], None
        for mode, settings in [] if self.setup.defined else self.modes[1:]:
            got = self.run(binary, settings)
            if isinstance(got, str):
                return [(programs[0], mode, got)] if len(programs) == 1 \
                    else None
            first = first or got
            bad += [(p, mode, "different values") for p in programs
                    if not agree(p, original.get(p.number),
                                 first.get(p.number), got.get(p.number))]
        return bad

    def shrink(self, program):
        """Drops statements of "program" as long as it still fails alone."""
        again = True
        while again:
            again = False
            for parent, k in list(droppable(program.body)):
                child = parent.children.pop(k)
                if self.check([program], "shrink"):
                    again = True
                    break
                parent.children.insert(k, child)

    def is_clangs(self, program, mode):
        """True when "program" fails in "mode" by Clang's fault: it cannot be
        compiled without loft either; or lifted code does what the original does
        at -O0, while the optimised original differs. Nothing is its fault when
        programs are only checked for being C."""
        if self.setup.defined:
            return False
        if mode == "compiler":
            _, error = self.compile([program], "without", lift=False)
            return error is not None
        level, self.level = self.level, "-O0"
        binary, error = self.compile([program], "plain")
        self.level = level
        if error:
            return False
        plain = self.run(binary, self.modes[0][1])
        os.unlink(binary)
        binary, error = self.compile([program], "alone")
        if error or isinstance(plain, str):
            return False
        bad = self.compare([program], binary, plain)
        os.unlink(binary)
        return bad == []

    def failure(self, bad):
        """Shrinks and keeps one failing program; what to report of it."""
        program, mode, what = bad
        clangs = self.is_clangs(program, mode)
        alone = mode == "compiler" or bool(self.check([program], "alone"))
        if alone and not clangs:
            self.shrink(program)
        os.makedirs(self.setup.keep, exist_ok=True)
        path = os.path.join(self.setup.keep, "seed%s-%d.c" % (
            program.seed, program.number))
        with open(path, "w") as f:
            f.write(generate.source([program]))
        return {"program": program.number, "mode": mode, "what": what,
                "level": self.level, "alone": alone, "clangs": clangs,
                "file": path,
                "text": program.text().split(program.driver())[0]}

    def batch(self, numbers):
        """Checks the programs with these numbers: (how many, failures, refused
        loops by reason, how many regions were lifted and called, what to report
        of each that never ran lifted)."""
        programs = [generate.Program(self.setup.seed, k, self.setup.shape)
                    for k in numbers]
        self.refused, self.ran = {}, {}
        if self.setup.level == "mix":
            self.level = LEVELS[numbers[0] // len(numbers) % len(LEVELS)]
        bad, seen = [], set()
        for one in self.check(programs):
            if one[0].number not in seen:
                seen.add(one[0].number)
                bad.append(one)
        refused, called = self.refused, len(self.ran)
        idle = self.idle(programs)
        return len(programs), [self.failure(b) for b in bad], refused, \
            called, idle

    def idle(self, programs):
        """What to report of the regions of "programs" that never ran lifted."""
        by_number = {p.number: p for p in programs}
        return [{"program": number, "shape": by_number[number].shape,
                 "why": calls[-1][1], "text": by_number[number].text().split(
                     by_number[number].driver())[0]}
                for (number, _), calls in sorted(self.ran.items())
                if all(where == "original" for where, _ in calls)]


def limit_memory():
    """A compiler that runs away must not take the machine along."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def agree(program, original, first, got):
    """True when what "program" printed in a lifted mode is right: "first" is
    what the first lifted mode printed."""
    if not program.uses_math or not got or not original:
        return got == original
    return got == first and is_close(got.split(), original.split())


def is_close(xs, ys):
    """True when two lists of floats, as hexadecimal bits, are close."""
    if len(xs) != len(ys):
        return False
    for x, y in zip(xs, ys):
        a, b = number(x), number(y)
        if x != y and not abs(a - b) <= 1e-5 * (1 + abs(a)):
            return False
    return True


def number(text):
    """The float with these bits: those of f32 need at most 8 digits."""
    if len(text) > 8:
        return struct.unpack("<d", struct.pack("<Q", int(text, 16)))[0]
    return struct.unpack("<f", struct.pack("<I", int(text, 16)))[0]


def droppable(node):
    """All (parent, index) of statements that may be dropped, outermost
    first."""
    for k, child in enumerate(node.children):
        if child.drop:
            yield node, k
        yield from droppable(child)
