"""test/fuzz/check.py: compiles and runs random programs (of a generator, a
module with Program and source) as the original and lifted, compares what they
print, and shrinks what differs.
"""
import importlib
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import time

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
RAN = re.compile(r"^loft: [a-z](\d+)\w* \([^)]*:(\d+)\): ([^:\n]+)(?:: (.*))?$", re.M)


class Stopped(Exception):
    """The run was interrupted."""


class Built:
    """Program "number" of a binary made before."""

    def __init__(self, number, uses_math):
        self.number, self.uses_math = number, uses_math


class Checker:
    """One worker's: "setup" says with what (fuzz.py's options), "stop" returns
    True when the run was interrupted."""

    def __init__(self, setup, stop):
        self.setup, self.stop = setup, stop
        self.generator = importlib.import_module(setup.generator)
        self.refused, self.level = {}, setup.level
        self.ran = {}  # (program number, line): [(where, why)] of each call
        self.modes = [
            ("original", {"LOFT_OFFLOAD": "disabled"}),
            ("cpu, 1 thread", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "1",
                               "LOFT_LOG": "1"}),
            ("cpu, 2 threads", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "2",
                                # arrays are small, and threads need not wait
                                "LOFT_TEST_GRAIN": "1", "KMP_BLOCKTIME": "0"}),
            ("cpu, 5 threads", {"LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "5",
                                "LOFT_TEST_GRAIN": "1", "KMP_BLOCKTIME": "0"}),
        ]
        if not setup.no_vulkan:
            self.modes.append(("vulkan", self.vulkan()))
            self.modes += [(name, dict(self.vulkan(), **settings)) for
                           name, settings in getattr(
                               self.generator, "vulkan_modes", [])]
        if setup.ranks:
            self.modes.append(("cpu, %d ranks" % setup.ranks, {
                "LOFT_OFFLOAD": "cpu", "OMP_NUM_THREADS": "1",
                "RANKS": str(setup.ranks),
                "LD_PRELOAD": os.path.join(setup.lib, "libloftmpi.so")}))
        if setup.memory and not setup.no_vulkan:
            # what does not run in chunks runs on the CPU then
            self.modes.append(("vulkan, in chunks", dict(
                self.vulkan(), LOFT_OFFLOAD="default",
                LOFT_MEMORY=setup.memory)))
        if setup.devices and setup.vulkan_icd:
            several = self.devices(setup.devices)
            self.modes += [
                ("vulkan, %d devices" % setup.devices, several),
                ("vulkan, %d devices, staged" % setup.devices,
                 dict(several, LOFT_TEST_STAGING="1"))]

    def vulkan(self):
        """The settings of a run on Vulkan."""
        icd = self.setup.vulkan_icd
        settings = {"LOFT_OFFLOAD": "mandatory",
                    "LOFT_DEVICE": self.setup.device}
        if icd:
            settings.update({"VK_DRIVER_FILES": icd, "VK_ICD_FILENAMES": icd})
        return settings

    def devices(self, n):
        """The settings of a run on "n" devices, which are the same driver's,
        once for each file: all regions that can be shared are, but each fifth,
        and what may stay does."""
        paths = ["%s/icd%d.json" % (self.setup.work, k) for k in range(n)]
        for path in paths:
            shutil.copy(self.setup.vulkan_icd, path)
        files = ":".join(paths)
        return {"LOFT_OFFLOAD": "mandatory", "LOFT_TEST_SHARE": "5",
                "LOFT_TEST_KEEP": "1", "VK_DRIVER_FILES": files,
                "VK_ICD_FILENAMES": files,
                "LOFT_DEVICE": ",".join(str(k) for k in range(n))}

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

    def command(self, path, level, lift=True, sanitize=False):
        """What compiles "path".c to "path" at "level"; without the plugin
        unless "lift", with ASan and UBSan if "sanitize"."""
        setup = self.setup
        command = [setup.clang, level, "-ffp-contract=off"] + setup.flags
        if setup.no_subnormals:
            command.append("-DNO_SUBNORMALS")
        sanitize |= setup.defined
        lift = lift and not sanitize
        if sanitize:
            command += ["-fsanitize=undefined,address,float-cast-overflow",
                        "-g1", "-w", "-fno-sanitize-recover=all"]
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

    def compile(self, programs, name, lift=True, sanitize=False):
        """Compiles "programs" into one binary, without the plugin unless
        "lift", with ASan and UBSan if "sanitize"; (path, None) or (None,
        error)."""
        setup = self.setup
        path = os.path.join(setup.work, "%s-%d" % (name, os.getpid()))
        with open(path + ".c", "w") as f:
            f.write(self.generator.source(programs))
        level = "-O0" if sanitize else self.level
        status, _, err = self.execute(
            self.command(path, level, lift, sanitize), COMPILE_SECONDS,
            prepare=None if sanitize else limit_memory)
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

    def run(self, binary, settings, *words):
        """{program number: what it printed}, or a string on a crash: "words"
        are arguments, the numbers of programs to run."""
        status, out, err = self.execute(
            spread(binary, settings) + list(words), RUN_SECONDS,
            self.environment(settings))
        if status == 0 and "RANKS" in settings:
            out = self.outputs(binary, settings)
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

    @staticmethod
    def outputs(binary, settings):
        """What all ranks of a run printed, of each program only where they
        printed the same."""
        outs = []
        for rank in range(int(settings["RANKS"])):
            path = "%s.%d" % (binary, rank)
            with open(path) as f:
                outs.append(f.read().split("program ")[1:])
            os.unlink(path)
        return "".join("program " + parts[0] if len(set(parts)) == 1 else
                       "program %s ranks differ\n" % parts[0].split()[0]
                       for parts in zip(*outs))

    # -- programs ----------------------------------------------------------------
    def probe(self):
        """None when a loop is lifted here and runs in every mode, else why all
        comparisons would be of the original with itself."""
        if self.setup.run_only:
            return self.probe_runs(os.path.join(self.setup.run_only, "probe"))
        path = os.path.join(self.setup.work, "probe")
        with open(path + ".c", "w") as f:
            f.write(PROBE)
        status, _, err = self.execute(
            self.command(path, "-O1"), COMPILE_SECONDS)
        if status != 0:
            return err or "cannot compile a program of one loop"
        if "nothing is lifted" in err or "[LOFT" in err:
            return err
        if self.setup.build_only:
            shutil.move(path, os.path.join(self.setup.build_only, "probe"))
            return None
        return None if self.setup.defined else self.probe_runs(path)

    def probe_runs(self, path):
        """None when the binary of a loop runs lifted in every mode, else why
        not."""
        for mode, settings in self.modes[1:]:
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

    def defined(self, programs):
        """Those of "programs" that have no undefined behaviour, as ASan and
        UBSan say of the originals; all where the generator makes no other."""
        if not getattr(self.generator, "check_defined", False) or \
                self.setup.defined:
            return programs
        binary, error = self.compile(programs, "defined", sanitize=True)
        if error:
            return programs if len(programs) == 1 else \
                [p for q in programs for p in self.defined([q])]
        settings = {"ASAN_OPTIONS": "detect_leaks=0"}
        good = programs
        if isinstance(self.run(binary, settings), str):
            good = [p for p in programs if not isinstance(
                self.run(binary, settings, str(p.number)), str)]
        os.unlink(binary)
        return good

    def compare(self, programs, binary, original=None, *words):
        """[(program, mode, what)] of all differences from "original" (what the
        binary's gives); None when one of several programs crashed. "words" are
        arguments of the binary."""
        original = original or self.run(binary, self.modes[0][1], *words)
        if isinstance(original, str):
            return [(programs[0], "original", original)] \
                if len(programs) == 1 else None
        bad, first = [], None
        for mode, settings in [] if self.setup.defined else self.modes[1:]:
            got = self.run(binary, settings, *words)
            if isinstance(got, str):
                return [(programs[0], mode, got)] if len(programs) == 1 \
                    else None
            first = first or got
            bad += [(p, mode, "different values") for p in programs
                    if not agree(p, original.get(p.number),
                                 first.get(p.number), got.get(p.number))]
        return bad

    def fails(self, program, mode):
        """True when "program" alone is one of C, and fails as in "mode"."""
        compiler = mode == "compiler"
        return any((how == "compiler") == compiler for _, how, _ in
                   self.check([program], "shrink")) and \
            (compiler or self.defined([program]) != [])

    def shrink(self, program, mode):
        """Drops parts of "program" as long as it still fails as in "mode"."""
        again = True
        while again:
            again = False
            text = program.text()
            for parent, child in list(droppable(program.body)):
                if child not in parent.children:
                    continue
                k = parent.children.index(child)
                parent.children.pop(k)
                shorter = program.text()
                if shorter != text and self.fails(program, mode):
                    again, text = True, shorter
                else:
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
            self.shrink(program, mode)
        os.makedirs(self.setup.keep, exist_ok=True)
        path = os.path.join(self.setup.keep, "seed%s-%d.c" % (
            program.seed, program.number))
        with open(path, "w") as f:
            f.write(self.generator.source([program]))
        return {"program": program.number, "mode": mode, "what": what,
                "level": self.level, "alone": alone, "clangs": clangs,
                "file": path,
                "text": program.text().split(program.driver())[0]}

    def programs(self, numbers):
        """The programs with these numbers, those that count as C."""
        setup = self.setup
        self.refused, self.ran = {}, {}
        if setup.level == "mix":
            self.level = LEVELS[numbers[0] // len(numbers) % len(LEVELS)]
        return self.defined([self.generator.Program(
            setup.seed, k, setup.shape) for k in numbers])

    def batch(self, numbers):
        """Checks the programs with these numbers: (how many, failures, refused
        loops by reason, how many regions were lifted and called, what to report
        of each that never ran lifted, how many loops are annotated, how many
        programs have undefined behaviour)."""
        programs = self.programs(numbers)
        bad, seen = [], set()
        for one in self.check(programs) if programs else []:
            if one[0].number not in seen:
                seen.add(one[0].number)
                bad.append(one)
        refused, called = self.refused, len(self.ran)
        idle = self.idle(programs)
        annotated = sum(p.text().count("#pragma loft") for p in programs)
        return len(programs), [self.failure(b) for b in bad], refused, \
            called, idle, annotated, len(numbers) - len(programs)

    def build(self, numbers):
        """Leaves a binary of the programs with these numbers in the folder to
        build in: its record, of no program where they cannot be compiled."""
        programs = self.programs(numbers)
        binary, error = self.compile(programs, "batch")
        if error:
            return {"file": "", "programs": []}
        name = "%s-%06d" % (self.setup.generator, numbers[0])
        subprocess.run(["strip", binary], check=True)
        shutil.move(binary, os.path.join(self.setup.build_only, name))
        return {"file": name, "programs": [p.number for p in programs],
                "math": [p.number for p in programs if p.uses_math]}

    def built(self, record):
        """Checks the binary of a "record" of build(): what batch() returns."""
        binary = os.path.join(self.setup.run_only, record["file"])
        programs = [Built(k, k in record["math"])
                    for k in record["programs"]]
        self.ran = {}
        bad = self.compare(programs, binary)
        if bad is None:
            bad = [b for p in programs for b in self.compare(
                [p], binary, None, str(p.number))]
        idle = [{"program": number, "shape": "built", "why": calls[-1][1],
                 "text": ""} for (number, _), calls in sorted(self.ran.items())
                if all(where == "original" for where, _ in calls)]
        return len(programs), [
            {"program": p.number, "mode": mode, "what": what,
             "level": self.setup.level, "alone": True, "clangs": False, "file": binary, "text": ""}
            for p, mode, what in bad], {}, len(self.ran), idle, 0, 0

    def idle(self, programs):
        """What to report of the regions of "programs" that never ran lifted."""
        by_number = {p.number: p for p in programs}
        return [{"program": number, "shape": by_number[number].shape,
                 "why": calls[-1][1], "text": by_number[number].text().split(
                     by_number[number].driver())[0]}
                for (number, _), calls in sorted(self.ran.items())
                if all(where == "original" for where, _ in calls)]


def spread(binary, settings):
    """The command that runs "binary", on ranks of MPI that print to a file
    each where "settings" say so."""
    if "RANKS" not in settings:
        return [binary]
    return ["mpiexec", "-n", settings["RANKS"], "sh", "-c",
            'exec "$0" "$@" > "$0.$PMI_RANK"', binary]


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
    """All (parent, child) of parts that may be dropped, outermost first."""
    for child in node.children:
        if child.drop:
            yield node, child
        yield from droppable(child)
