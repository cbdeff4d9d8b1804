#!/usr/bin/env python3
"""Writes IR files in which every scalar op meets constants of every kind.

    constants.py --out=DIR [--small]

Each file is for loft-run, which compares the ways to run it bit by bit. A
function of a file is one kernel: it reads x, of one type, converts it to another
and gives result K for element I in y[K * n + I]; a comment before the function
says what K is. --small: constants at the borders of the types alone, and only
what the order of integers depends on.
"""
import argparse
import os
import struct

WIDTHS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64,
          "u8": 8, "u16": 16, "u32": 32, "u64": 64}
INTS = list(WIDTHS)
FLOATS = ["f32", "f64"]
ORDERS = ["lt", "le", "gt", "ge", "eq", "ne"]
EXTREMES = ["min", "max", "cmin", "cmax"]
MAX_RESULTS = 160  # in a kernel: drivers take long over large ones


def limits(t):
    """The least and the greatest value of an integer type."""
    w = WIDTHS[t]
    return (-2**(w - 1), 2**(w - 1) - 1) if t[0] == "i" else (0, 2**w - 1)


def fitting(t, values):
    """Those of "values" that the integer type "t" has, each once, in order."""
    lo, hi = limits(t)
    return sorted({v for v in values if lo <= v <= hi})


def powers(exponents):
    """Powers of two, their neighbours, and all their opposites."""
    return [s * (2**e + d) for e in exponents for d in (-1, 0, 1)
            for s in (-1, 1)]


def single(value):
    """The f32 nearest to "value"."""
    return struct.unpack("f", struct.pack("f", value))[0]


def floats(t, exponents):
    """Floats of every kind but subnormals, which some devices flush."""
    values = [0.0, 0.5, 1.0, 1.5, 3.0, 40.0, 0.1, 1e30, float("inf")]
    values += [2.0**e + d for e in exponents for d in (-1, 0, 1)]
    values += [1e-30] + ([1e300, 1e-300, 2.0**53 + 2] if t == "f64" else [])
    values = {single(v) if t == "f32" else v for v in values}
    both = sorted(values | {-v for v in values if v})
    return [text(v) for v in both] + ["-0.0", "nan"]


def text(value):
    """A float as IR has it."""
    return str(value) if abs(value) == float("inf") else value.hex()


def constants(t, small, source):
    """The constants that values of "t", converted from "source", meet."""
    if t in FLOATS:
        return floats(t, [7, 31, 63] if small else
                      [7, 8, 15, 16, 24, 31, 32, 53, 63, 64])
    if small:
        near = [0, 1, -1, 40, *limits(t)]
        for end in limits(source) if source in INTS else ():
            near += [end - 1, end, end + 1]
        return fitting(t, near)
    return fitting(t, [0, 1, -1, 2, -2, 3, -3, 7, -7, 10, 40, -100] +
                   powers([7, 8, 15, 16, 31, 32, 63, 64]))


def inputs(t):
    """The elements of x."""
    if t in FLOATS:
        return floats(t, range(0, 65, 4))
    if WIDTHS[t] == 8:
        return range(limits(t)[0], limits(t)[1] + 1)
    return fitting(t, [*range(-8, 9), 40, -41] + powers(range(4, 65)))


class Kernel:
    """The text of one function."""

    def __init__(self, name, source, middle, result):
        self.name, self.source, self.middle = name, source, middle
        self.counts = name.startswith("counted")  # x is the same everywhere
        self.result, self.lines, self.comments, self.n = result, [], [], 0
        self.consts = {}

    def const(self, t, value):
        """The name of a constant."""
        key = (t, str(value))
        if key not in self.consts:
            self.consts[key] = "%%c%d" % len(self.consts)
            self.lines.append("%s: %s = const %s" % (self.consts[key], t, value))
        return self.consts[key]

    def op(self, t, body):
        """A value of type "t"; its name."""
        self.n += 1
        self.lines.append("%%v%d: %s = %s" % (self.n, t, body))
        return "%%v%d" % self.n

    def sum(self, count, steps):
        """The body of a sum over k < count: of k as the steps change it."""
        zero = self.const("i64", 0)
        lines, last = self.lines, "%%k%d" % self.n
        head = "reduce (%s < %s) [add %s] {seq} {" % (last, count, zero)
        self.lines = []
        for t, step in steps:
            last = self.op(t, step.format(last))
        inner, self.lines = self.lines, lines
        self.lines.append("%%s%d: i64 = %s" % (self.n, head))
        self.lines += ["  " + line for line in inner + ["yield " + last]] + ["}"]
        return "add %%s%d, %s" % (self.n, zero)

    def give(self, body, comment):
        """One more result: y[K * n + i]."""
        k = self.const("i64", len(self.comments))
        value = self.op(self.result, body)
        row = self.op("i64", "mul %s, %%n" % k)
        at = self.op("i64", "add %s, %%i" % row)
        old = "%%w%d" % len(self.comments) if self.comments else "%w"
        self.comments.append("%d: %s" % (len(self.comments), comment))
        self.lines.append("%%w%d: []%s = update %s, %s, %s" % (
            len(self.comments), self.result, old, at, value))

    def calls(self):
        """The EVAL lines."""
        none = "false" if self.result == "bool" else "0"
        xs = list(inputs(self.source))
        given = [(len(xs), "[%s]" % ", ".join(map(str, xs)))]
        if self.counts:
            given = [(1, x) for x in fitting(self.source, [-5, 0, 7, 41, 2**31])]
        for n, x in given:
            yield "// EVAL: @%s %d, %s, [%s x %d]\n" % (
                self.name, n, x, none, n * len(self.comments))

    def text(self):
        """The function, with its inputs."""
        widens = self.source != self.middle
        e = "%e" if widens else "%x"
        first, param = "", "%s: %s" % (e, self.source)
        if not self.counts:
            first = "    %s = index %%a, %%i\n" % param
            param = "%%a: []%s {read}" % self.source
        if widens:
            first += "    %%x: %s = convert %%e\n" % self.middle
        return "".join("// %s\n" % c for c in self.comments) + "".join(
            self.calls()) + (
            "func @{name}(%n: i64, {x}, %z: []{r} {{write}}) -> ([]{r}) {{\n"
            "  %r: []{r} = map (%i < %n) (%w = %z) {{\n{first}{lines}"
            "    yield %w{k}\n  }}\n  return %r\n}}\n").format(
                name=self.name, r=self.result, first=first, x=param,
                k=len(self.comments),
                lines="".join("    %s\n" % line for line in self.lines))


# -- Families: lists of (result type, function of a kernel, comment) ----------
def binary(t, ops, values, result=None, sides=("right", "left")):
    """x op c and c op x."""
    for op in ops:
        for c in values:
            for side in sides:
                def body(k, op=op, c=c, side=side):
                    c = k.const(t, c)
                    a, b = ("%x", c) if side == "right" else (c, "%x")
                    return "%s %s, %s" % (op, a, b)
                what = ("x %s %s" if side == "right" else "%s %s x")
                args = (op, c) if side == "right" else (c, op)
                yield result or t, body, what % args


def chains(t, values):
    """A comparison of what another op with a constant gives."""
    few = values[::max(1, len(values) // 12)]
    unary = ["abs", "neg"] + ([] if t in FLOATS else ["not"])
    for op in unary + EXTREMES:
        for c1 in [None] if op in unary else few:
            for c2 in few:
                def body(k, op=op, c1=c1, c2=c2):
                    args = ["%x"] + ([] if c1 is None else [k.const(t, c1)])
                    inner = k.op(t, "%s %s" % (op, ", ".join(args)))
                    return "lt %s, %s" % (inner, k.const(t, c2))
                yield "bool", body, "%s(x, %s) lt %s" % (op, c1, c2)
    for c1 in few:
        for c2 in few:
            def body(k, c1=c1, c2=c2):
                test = k.op("bool", "gt %%x, %s" % k.const(t, c1))
                inner = k.op(t, "select %s, %s, %%x" % (test, k.const(t, c1)))
                both = k.op(t, "select %s, %%x, %s" % (test, k.const(t, c2)))
                first = k.op("bool", "ge %s, %s" % (inner, k.const(t, c2)))
                other = k.op("bool", "le %s, %s" % (both, k.const(t, c1)))
                return "xor %s, %s" % (first, other)
            yield "bool", body, "selects of x, %s, %s" % (c1, c2)


def conversions(t, small):
    """x as another type, compared with constants of that."""
    for u in INTS + FLOATS:
        if u != t and not small:
            values = constants(u, True, t)
            for c in values[::2]:
                def body(k, u=u, c=c):
                    y = k.op(u, "convert %x")
                    return "gt %s, %s" % (k.const(u, c), y)
                yield "bool", body, "%s gt (%s)x" % (c, u)


def converted(t):
    """x as another type."""
    for u in INTS + FLOATS + ["bool"]:
        if u != t:
            yield u, (lambda k: "convert %x"), "(%s)x" % u


def unrolled(t, values):
    """Comparisons with what only the driver's compiler makes constant."""
    for op in ORDERS:
        for c in fitting(t, [v for v in values if v + 3 <= limits(t)[1]]):
            def body(k, op=op, c=c):
                return k.sum(k.const("i64", 4), [
                    (t, "convert {0}"), (t, "add {0}, %s" % k.const(t, c)),
                    ("bool", op + " %x, {0}"), ("i64", "convert {0}")])
            yield "i64", body, "how often x %s %s + k" % (op, c)


def counted(values):
    """Loops that end at x or a constant, whichever comes first."""
    for c in fitting("u8", values):
        for args in ("%x, {0}", "{0}, %x"):
            def body(k, c=c, args=args):
                n = k.op("i64", "min " + args.format(k.const("i64", c)))
                return k.sum(n, [("i64", "xor {0}, %s" % k.const("i64", 1))])
            yield "i64", body, "a loop to min(%s)" % args.format(c)


def shifts(t):
    """Shifts by constants and of constants."""
    width = WIDTHS[t]
    counts = fitting(t, [0, 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, width - 1,
                         width, width + 1])
    yield from binary(t, ["shl", "shr"], counts, sides=["right"])
    yield from binary(t, ["shl", "shr"], constants(t, True, t), sides=["left"])


def families(s, t, small):
    """The families of results for x of type "s" converted to "t"; "wraps" when
    a signed result may not be one of its type, which only C's own rules allow
    passes to use."""
    values = constants(t, small, s)
    yield "order", False, binary(t, ORDERS, values, "bool")
    yield "extreme", False, binary(t, EXTREMES, values)
    if t == "i64" and s in INTS:
        yield "counted", False, counted(values)
    if small:
        return
    if t in INTS:
        yield "unrolled", False, unrolled(t, constants(t, True, s))
        yield "bits", False, binary(t, ["and", "or", "xor"], values,
                                    sides=["right"])
        yield "shift", True, shifts(t)
        yield "rest", True, binary(t, ["rem"], values)
    yield "chain", True, chains(t, values)
    yield "convert", False, list(conversions(t, small)) + list(converted(t))
    yield "arith", True, binary(t, ["add", "sub", "mul", "div"], values)


def kernels(s, t, family, results):
    """The functions for one family, each of one type of result."""
    by_type = {}
    for result, body, comment in results:
        by_type.setdefault(result, []).append((body, comment))
    for result, all_of_type in by_type.items():
        for at in range(0, len(all_of_type), MAX_RESULTS):
            k = Kernel("%s_%s_to_%s_%s_%d" % (family, s, t, result, at), s, t,
                       result)
            for body, comment in all_of_type[at:at + MAX_RESULTS]:
                k.give(body(k), comment)
            yield k.text()


def pairs(small):
    """Types of x and what it is converted to."""
    for t in INTS + FLOATS:
        for s in INTS + FLOATS:
            if not small or t[1:] == "64" and s in ("i8", "i32", "u32"):
                yield s, t


def main():
    """Writes one file a pair of types and a sort: wrapping or not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--small", action="store_true")
    o = parser.parse_args()
    os.makedirs(o.out, exist_ok=True)
    for s, t in pairs(o.small):
        texts = {False: [], True: []}
        for family, wraps, results in families(s, t, o.small):
            texts[wraps] += kernels(s, t, family, results)
        for wraps, functions in texts.items():
            name = "%s-%s%s.loft" % (s, t, "-wraps" if wraps else "")
            if functions:
                with open(os.path.join(o.out, name), "w") as f:
                    f.write("\n".join(functions))


main()
