"""test/fuzz/functions/scalar.py: C's arithmetic types, and expressions over
them with the range of their values, by which undefined behaviour is avoided.
"""
from .tree import Expr


class Type:
    """An arithmetic type of C as spelt, with "bits"; floats have no range."""

    def __init__(self, name, bits, signed=True, floating=False):
        self.name, self.bits = name, bits
        self.signed, self.floating = signed, floating
        self.lo = -(1 << bits - 1) if signed else 0
        self.hi = (1 << bits - signed) - 1

    def __repr__(self):
        return self.name


BOOL = Type("_Bool", 1, False)
I8, U8 = Type("signed char", 8), Type("unsigned char", 8, False)
I16, U16 = Type("short", 16), Type("unsigned short", 16, False)
I32, U32 = Type("int", 32), Type("unsigned", 32, False)
I64, U64 = Type("long", 64), Type("unsigned long", 64, False)
CHAR, LL = Type("char", 8), Type("long long", 64)
ULL, SIZE = Type("unsigned long long", 64, False), Type("size_t", 64, False)
F32, F64 = (Type("float", 32, True, True), Type("double", 64, True, True))
SMALL = [I8, U8, I16, U16, CHAR]
WIDE = [I32, U32, I64, U64]
INTEGERS = SMALL + WIDE + [I32, U32, LL, ULL, BOOL]
FLOATS = [F32, F64]
SUFFIX = {"unsigned": "u", "long": "l", "unsigned long": "ul",
          "long long": "ll", "unsigned long long": "ull", "size_t": "ul"}


def unsigned(t):
    """The unsigned type of the width of "t"."""
    return {8: U8, 16: U16, 32: U32, 64: U64}[t.bits]


def common(a, b=I32):
    """The type in which C computes with operands of types "a" and "b"."""
    if a.floating or b.floating:
        return F64 if F64 in (a, b) else F32
    bits = max(a.bits, b.bits, 32)
    wide = [t for t in (a, b) if t.bits == bits]
    if not wide or bits == 32:
        return U32 if U32 in (a, b) else I32
    return next((t for t in wide if not t.signed), wide[0])


def constant(value, t=I32):
    """The integer "value" as a constant of type "t"."""
    if t.floating:
        text = "%d.0%s" % (value, "f" if t is F32 else "")
    elif t.bits < 32:
        text = "(%s)%d" % (t.name, value)
    elif value == t.lo and t.signed:
        text = "-%d%s - 1" % (t.hi, SUFFIX.get(t.name, ""))
    else:
        text = "%d%s" % (value, SUFFIX.get(t.name, ""))
    return Expr(t, value, value, "(%s)" % text if value < 0 else text)


def cast(e, t):
    """Expression "e" as type "t": a float must be in range."""
    if t.floating:
        return Expr(t, None, None, "(%s)" % t, e)
    if t is BOOL:
        return Expr(t, 0, 1, "(_Bool)", e)
    lo, hi = wrapped(e.lo, e.hi, t)
    return Expr(t, lo, hi, "(%s)" % t, e)


def wrapped(lo, hi, t):
    """The range of values from "lo" to "hi" as those of "t"."""
    return (lo, hi) if t.lo <= lo and hi <= t.hi else (t.lo, t.hi)


def fits(e, t):
    """True when all values of "e" are values of "t"."""
    return t.lo <= e.lo and e.hi <= t.hi


# -- ranges --------------------------------------------------------------------
def corners(function, a, b):
    """The least and greatest of "function" at the ends of two ranges."""
    values = [function(x, y) for x in a for y in b]
    return min(values), max(values)


def quotient(x, y):
    """C's x / y."""
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def range_of_bits(a, b):
    """The range of bitwise operations on two ranges, not &."""
    top = max(~v if v < 0 else v for v in a + b).bit_length()
    low = min(a[0], b[0]) < 0
    return (-(1 << top) if low else 0), (1 << top) - 1


def range_of(op, a, b, t):
    """The range of "a" op "b", two ranges in type "t", before it wraps; None
    where it may be undefined."""
    if op in "+-*":
        return corners({"+": lambda x, y: x + y, "-": lambda x, y: x - y,
                        "*": lambda x, y: x * y}[op], a, b)
    if op in "/%":
        if b[0] <= 0 <= b[1] or (t.signed and a[0] == t.lo and
                                 b[0] <= -1 <= b[1]):
            return None
        if op == "/":
            return corners(quotient, a, b)
        top = max(abs(b[0]), abs(b[1])) - 1
        return max(-top, min(a[0], 0)), min(top, max(a[1], 0))
    if op == "&" and min(a[0], b[0]) < 0 <= max(a[0], b[0]):
        return 0, max((a, b), key=lambda r: r[0])[1]
    if op == "&" and a[0] >= 0:
        return 0, min(a[1], b[1])
    return range_of_bits(a, b)


def shift(op, a, b):
    """The expression "a" op "b", a shift; None where it may be undefined."""
    t = common(a.type)
    if b.lo < 0 or b.hi >= t.bits or a.type.floating:
        return None
    ends = (a.lo, a.hi), (b.lo, b.hi)
    if op == ">>":
        lo, hi = corners(lambda x, y: x >> y, *ends)
    else:
        lo, hi = corners(lambda x, y: x << y, *ends)
        if t.signed and (a.lo < 0 or hi > t.hi):
            return None
        lo, hi = wrapped(lo, hi, t)
    return Expr(t, lo, hi, "(", a, " %s " % op, b, ")")


def binary(op, a, b):
    """The expression "a" op "b" of C; None where it may be undefined."""
    if op in ("<<", ">>"):
        return shift(op, a, b)
    parts = "(", a, " %s " % op, b, ")"
    if op in ("<", "<=", ">", ">=", "==", "!=", "&&", "||"):
        return Expr(I32, 0, 1, *parts)
    t = common(a.type, b.type)
    if t.floating:
        return Expr(t, None, None, *parts) if op in "+-*/" else None
    found = range_of(op, wrapped(a.lo, a.hi, t), wrapped(b.lo, b.hi, t), t)
    if not found or (t.signed and not (t.lo <= found[0] and
                                       found[1] <= t.hi)):
        return None
    return Expr(t, *wrapped(*found, t), *parts)


def modular(op, a, b):
    """The expression "a" op "b", computed in unsigned where it may overflow."""
    found = binary(op, a, b)
    if found:
        return found
    t = common(a.type, b.type)
    u = unsigned(t)
    return cast(binary(op, cast(a, u), cast(b, u)), t)


def ternary(c, a, b):
    """The expression "c" ? "a" : "b"."""
    t = common(a.type, b.type)
    if t.floating:
        return Expr(t, None, None, "(", c, " ? ", a, " : ", b, ")")
    ends = [wrapped(e.lo, e.hi, t) for e in (a, b)]
    return Expr(t, min(e[0] for e in ends), max(e[1] for e in ends),
                "(", c, " ? ", a, " : ", b, ")")
