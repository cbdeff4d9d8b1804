"""test/fuzz/functions/values.py: what is in scope, and random expressions over
it that have no undefined behaviour.
"""
from .scalar import (
    BOOL, F32, FLOATS, I32, I64, U64, INTEGERS, SMALL, U32, WIDE, binary, cast,
    common, constant, modular, ternary, unsigned)
from .tree import Choice, Expr

BORDERS = [0, 1, 2, 3, 5, 7, 8, 10, 40, 100, 127, 128, 200, 255, 256, 1000,
           32767, 32768, 65535, 65536, (1 << 31) - 1, 1 << 31, (1 << 32) - 1,
           1 << 32, (1 << 33) + 5, (1 << 63) - 1]
COMPARES = ["<", "<=", ">", ">=", "==", "!="]


class Var:
    """A scalar: its values are from "lo" to "hi". "trip" is how often its scope
    is entered while it lives once; "bound" the name of what it is less than."""

    def __init__(self, name, type_, lo=None, hi=None, trip=1, bound=None):
        self.name, self.type, self.lo, self.hi = name, type_, lo, hi
        self.trip, self.bound = trip, bound

    def expr(self):
        """The variable as an expression."""
        return Expr(self.type, self.lo, self.hi, self.name)


class Array:
    """An array whose elements are from "lo" to "hi" (floats: "plain" ones add up
    exactly in any order), with elements "first" to "last". "dims" are the
    extents of one with several dimensions, numbers or names. "field" follows the
    subscripts. "base" names the memory: what has no name in common is apart."""

    def __init__(self, name, type_, lo, hi, first, last, base, **more):
        self.name, self.type, self.lo, self.hi = name, type_, lo, hi
        self.first, self.last, self.base = first, last, frozenset(base)
        self.writable = more.get("writable", True)
        self.plain = more.get("plain", False)
        self.dims = more.get("dims", ())
        self.field = more.get("field", "")
        self.pointer = more.get("pointer", True)
        self.struct = more.get("struct")

    def kind(self):
        """Arrays of one kind may share memory and change places."""
        return (self.type, self.lo, self.hi, self.plain, self.field,
                self.struct)

    def at(self, *subscripts):
        """The element at these subscripts."""
        parts = [self.name]
        for s in subscripts:
            parts += ["[", s, "]"]
        return Expr(self.type, self.lo, self.hi, *parts, self.field)


class Values:
    """Random expressions over "arrays", scalars "vars" and variables of "loops",
    which a function has in scope; "trip" is the most that the present place may
    run in one call of the function."""

    def __init__(self, rng):
        self.rng = rng
        self.arrays, self.vars, self.loops = [], [], []
        self.trip, self.names = 1, 0
        self.unread = set()  # names of arrays that expressions do not read

    def name(self, letter):
        """A new name that starts with "letter"."""
        self.names += 1
        return "%s%d" % (letter, self.names)

    def one(self, *choices):
        """One of "choices"."""
        return self.rng.choice(choices)

    def chance(self, p):
        """True with probability "p"."""
        return self.rng.random() < p

    def tables(self, lo, hi):
        """The arrays of one dimension of integers from "lo" to "hi"."""
        return [a for a in self.arrays if not a.dims and not a.type.floating
                and lo <= a.lo and a.hi <= hi]

    # -- subscripts ------------------------------------------------------------
    def subscript(self):
        """A random integer expression over loop variables, for a subscript."""
        rng = self.rng
        if not self.loops:
            return constant(rng.randrange(8))
        i = rng.choice(self.loops[-2:]).expr()
        c = constant(rng.randrange(1, 6))
        small = [v for v in self.vars if not v.type.floating and v.lo >= 0
                 and v.hi < 6000]
        form = rng.choice("iiiii++--*r^&%/>?dnms")
        if form == "+" or form == "-":
            return modular(form, i, c)
        if form == "*":
            return modular(self.one("+", "-"), modular("*", i, c),
                           constant(rng.randrange(4)))
        if form == "r":
            return cast(modular("+", i, constant(rng.randrange(300))),
                        self.one(*SMALL))
        if form in "^&":
            return modular(form, i, constant(self.one(1, 2, 7, 15, 31)))
        if form == "%":
            return binary("%", modular("*", i, c), constant(7 + c.lo, U32))
        if form in "/>":
            return binary("/", i, c) if form == "/" else \
                binary(">>", i, constant(self.one(1, 2)))
        if form == "d":
            tables = self.tables(0, 6000)
            return self.load(rng.choice(tables), i) if tables else i
        if form in "?ns" and small:
            v = rng.choice(small).expr()
            if form == "?":
                return ternary(binary("<", i, v), i, c)
            return modular("+" if form == "s" else "-", v, modular(
                "+", i, constant(1)) if form == "n" else i)
        if form == "m" and len(self.loops) > 1:
            return modular("+", self.loops[-1].expr(), self.loops[-2].expr())
        return i

    def load(self, array, index=None):
        """An element of "array", at "index" if that is one; None if there is no
        element that can be read."""
        if array.dims:
            return self.load_dims(array)
        for _ in range(6):
            index = index or self.subscript()
            if index and array.first <= index.lo and index.hi <= array.last:
                return array.at(index)
            index = None
        return array.at(constant(max(array.first, min(array.last, 3))))

    def load_dims(self, array):
        """An element of an array of several dimensions; None if there is no
        subscript."""
        subscripts = []
        for extent in array.dims:
            good = [v for v in self.loops if v.bound == extent] \
                if isinstance(extent, str) else \
                [v for v in self.loops if 0 <= v.lo and v.hi < extent]
            if good:
                e = self.rng.choice(good).expr()
                if isinstance(extent, int) and e.hi + 1 < extent and \
                        self.chance(0.3):
                    e = binary("+", e, constant(1))
            elif isinstance(extent, str):
                return None
            else:
                e = constant(self.rng.randrange(extent))
            subscripts.append(e)
        return array.at(*subscripts)

    # -- values ----------------------------------------------------------------
    def leaf(self):
        """A random element, variable or constant."""
        rng = self.rng
        arrays = [a for a in self.arrays if a.name not in self.unread]
        if arrays and self.chance(0.55):
            e = self.load(rng.choice(arrays))
            if e:
                return e
        if self.vars + self.loops and self.chance(0.6):
            return rng.choice(self.vars + self.loops).expr()
        if self.chance(0.1):
            return constant(rng.randrange(-9, 10), self.one(*FLOATS))
        v = rng.choice(BORDERS[:16] if self.chance(0.7) else BORDERS)
        v = -v if self.chance(0.2) else v
        types = [t for t in WIDE if t.lo <= v <= t.hi]
        return constant(v, rng.choice(types[:1] if self.chance(.6) else types))

    def value(self, depth=2):
        """A random expression of at most that depth."""
        if depth == 0 or self.chance(0.12):
            return self.leaf()
        a, b = self.value(depth - 1), self.value(depth - 1)
        make = self.rng.choices(
            [self.arithmetic, self.bitwise, self.comparison, self.unary,
             self.choice, self.conversion, self.division, self.least],
            [8, 3, 2, 1, 3, 3, 2, 2])[0]
        e = make(a, b)
        others = [x for x in (a, b) if x.type is e.type and (
            x.type.floating or e.lo <= x.lo and x.hi <= e.hi)]
        least = 1 if e.type.floating else max(e.lo, min(e.hi, 1))
        return Choice(e, others + [constant(least, e.type)])

    def integer(self, e):
        """Expression "e", or another where it is a float."""
        if not e.type.floating:
            return e
        return self.truncate(e, self.one(*WIDE, I32))

    def truncate(self, e, t):
        """Float "e" as integer of type "t", or another number where it is none
        of these."""
        if len(str(e)) > 40:
            return binary("<", e, constant(3, e.type))
        f = "f" if e.type is F32 else ""
        low = " >= %d.0" % t.lo if t.signed else " > -1.0"
        return Expr(t, t.lo, t.hi, "(", e, low + f + " && ", e,
                    " < %d.0%s ? (%s)" % (t.hi + 1, f, t), e,
                    " : (%s)%d)" % (t, self.rng.randrange(9)))

    def arithmetic(self, a, b):
        """a + b and the like."""
        return modular(self.one("+", "-", "*", "+", "-"), a, b)

    def bitwise(self, a, b):
        """a & b, a << b and the like."""
        a, b = self.integer(a), self.integer(b)
        op = self.one("&", "|", "^", "<<", ">>", "&")
        if op in "&|^":
            return modular(op, a, b)
        bits = common(a.type).bits
        if self.chance(0.5):
            b = constant(self.rng.randrange(bits))
        elif not (0 <= b.lo and b.hi < bits):
            b = binary("&", b, constant(bits - 1, b.type if b.type in WIDE
                                        else I32))
        return binary(op, a, b) or binary(op, cast(
            a, unsigned(common(a.type))), b)

    def comparison(self, a, b):
        """a < b, a && b and the like."""
        if self.chance(0.3):
            b = self.near(a)
        if self.chance(0.15):
            return binary(self.one("&&", "||"), a, b)
        return binary(self.one(*COMPARES), a, b)

    def near(self, a):
        """A constant to compare "a" with."""
        if a.type.floating:
            return constant(self.rng.randrange(-8, 9), a.type)
        v = self.one(a.lo, a.hi, (a.lo + a.hi) // 2, *BORDERS)
        types = [t for t in WIDE if t.lo <= v <= t.hi]
        return constant(v, self.rng.choice(types))

    def unary(self, a, _):
        """-a, ~a or !a."""
        op = self.one("-", "~", "!")
        if op == "!":
            return Expr(I32, 0, 1, "!", a)
        if op == "-" and a.type.floating:
            return Expr(common(a.type, a.type), None, None, "(-", a, ")")
        a = self.integer(a)
        return modular("-", constant(0), a) if op == "-" else \
            modular("^", a, constant(-1))

    def choice(self, a, b):
        """c ? a : b."""
        return ternary(self.comparison(self.leaf(), self.leaf()), a, b)

    def conversion(self, a, _):
        """A cast to a random type."""
        t = self.one(*FLOATS) if self.chance(0.2) else self.one(*INTEGERS)
        if a.type.floating and not t.floating and t is not BOOL:
            return self.truncate(a, t)
        return cast(a, t)

    def division(self, a, b):
        """a / b or a % b, where b is not zero."""
        op = self.one("/", "%")
        if a.type.floating or b.type.floating:
            return binary("/", a, b)
        guarded = self.chance(0.3) and len(str(b)) < 30
        if self.chance(0.5) or guarded:
            d = constant(self.one(1, 2, 3, 5, 7, 10, 16, 100, 255, 1000, -3))
        else:
            d = binary("+", modular("&", b, constant(self.one(7, 15, 127))),
                       constant(1))
        if guarded and b.lo >= 0:
            d = ternary(binary("!=", b, constant(0)), Expr(
                b.type, max(b.lo, 1), max(b.hi, 1), b), constant(3))
        return binary(op, a, d) or binary(op, cast(
            a, unsigned(common(a.type, d.type))), cast(
                constant(5), unsigned(common(a.type, d.type))))

    def least(self, a, b):
        """The less or greater one of a and b."""
        if len(str(a)) + len(str(b)) > 60:
            a, b = self.leaf(), self.leaf()
        return ternary(binary(self.one("<", ">", "<=", ">="), a, b), a, b)

    def condition(self, depth=1):
        """A random expression to branch on."""
        if self.chance(0.5):
            a = self.value(depth)
            return self.comparison(a, self.near(a))
        return self.comparison(self.value(depth), self.value(depth))

    def fit(self, e, t, lo, hi):
        """Expression "e" with values from "lo" to "hi", for type "t"."""
        if t.floating or t is BOOL:
            return e
        if e.type.floating:
            e = self.truncate(e, t)
        whole = (t.lo, t.hi) == (lo, hi)
        if whole or lo <= e.lo and e.hi <= hi:
            return e
        span = hi - lo
        if lo == 0 and span & (span + 1) == 0 and self.chance(0.5):
            return modular("&", e, constant(span, I32 if span <= I32.hi
                                            else I64))
        if len(str(e)) < 25 and self.chance(0.5):
            return self.clamp(e, lo, hi)
        u = unsigned(common(e.type))
        u = U64 if span >= u.hi else u  # which a divisor must fit
        return modular("+", cast(modular("%", cast(e, u), constant(
            span + 1, u)), I64 if span > I32.hi else I32), constant(
                lo, I64 if abs(lo) > I32.hi else I32))

    @staticmethod
    def clamp(e, lo, hi):
        """Expression "e", or the nearest of "lo" and "hi"."""
        if not e.type.signed:
            lo = max(lo, 0)
        low = constant(lo, I64 if abs(lo) > I32.hi else I32)
        high = constant(hi, I64 if abs(hi) > I32.hi else I32)
        t = common(e.type, common(low.type, high.type))
        if not t.signed and lo:
            return Expr(t, lo, hi, "(", e, " < ", constant(lo, t), " ? ", low,
                        " : ", e, " > ", high, " ? ", high, " : ", e, ")")
        return Expr(t, lo, hi, "(", e, " < ", low, " ? ", low, " : ", e, " > ",
                    high, " ? ", high, " : ", e, ")")

