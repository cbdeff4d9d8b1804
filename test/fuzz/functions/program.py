"""test/fuzz/functions/program.py: a program: its function, those it calls, and
the driver that calls it.
"""
import random
import re

from .regions import Regions
from .scalar import (
    BOOL, CHAR, F32, F64, I8, I16, I32, I64, LL, SIZE, U8, U16, U32, U64, ULL,
    binary, constant, modular)
from .tree import Block, Decl, Expr, Line, Node
from .values import Array, Var

SCALARS = [I32, U32, I64, U64, I16, U8, F32, F64, I8, U16, LL]
ELEMENTS = [I32] * 4 + [U32] * 3 + [I64, U64, F32, F32, F32, F64, U8, U8, I8,
                                    I16, U16, CHAR, LL, ULL, BOOL]


class Parameter:
    """A pointer parameter "name" with elements of "type" from "lo" to "hi":
    "struct" has (field, type) of each, if it points to these; "form" is how it
    is declared."""

    def __init__(self, name, type_, lo, hi, **more):
        self.name, self.type, self.lo, self.hi = name, type_, lo, hi
        self.plain, self.const = more.get("plain"), more.get("const", False)
        self.struct, self.dims = more.get("struct"), more.get("dims", ())

    def kind(self):
        """Parameters of one kind may be of the same memory."""
        return self.type, self.lo, self.hi, self.plain, self.struct, self.dims

    def text(self, restrict):
        """Its declaration."""
        const = "const " if self.const else ""
        if self.dims:
            return "%s%s (*%s)%s" % (const, self.type, self.name, "".join(
                "[%s]" % d for d in self.dims[1:]))
        return "%s%s *%s%s" % (const, self.type, "restrict " * restrict,
                               self.name)


class Program:
    """Program "number" of "seed": "shape" is that of its regions, or None."""
    uses_math = False

    def __init__(self, seed, number, shape=None):
        self.seed, self.number = seed, number
        self.rng = rng = random.Random("functions %s %d" % (seed, number))
        self.only, self.shape = shape, shape or "mixed"
        self.apart = rng.random() < 0.4  # no call has arrays that overlap
        self.restrict = self.apart and rng.random() < 0.6
        self.most = rng.choice([8, 20, 40, 40, 60, 100, 300, 1500])
        self.rows, self.columns = rng.randrange(2, 10), rng.randrange(2, 12)
        self.room = 2 * self.most + 40 + 3 * self.rows * self.columns
        self.before = self.most + 24
        self.globals, self.filled = [], []
        self.parameters, self.sizes, self.scalars = [], [], []
        self.writer = Regions(rng)
        self.parts = Node()
        self.declare()
        self.function()
        self.body = Node([self.parts, Node(self.calls())])

    # -- what there is ---------------------------------------------------------
    def declare(self):
        """Chooses parameters, globals and structures."""
        rng, w = self.rng, self.writer
        self.sizes = [Var("n", rng.choice(
            [I32] * 5 + [I64, U32, SIZE, U16, LL]), 0, self.most)]
        if rng.random() < 0.6:
            t = rng.choice([I32, I32, I64, U32])
            self.sizes += [Var("h", t, 1, self.rows),
                           Var("w", t, 1, self.columns)]
        for k in range(rng.randrange(0, 3)):
            t = rng.choice(SCALARS)
            lo, hi = (None, None) if t.floating else (t.lo, t.hi)
            if not t.floating and rng.random() < 0.4:
                lo, hi = 0, rng.choice([3, 7, 31, 100])
            self.scalars.append(Var("x%d" % k, t, lo, hi))
        kinds = [self.kind() for _ in range(rng.choice([1, 2, 2, 3]))]
        kinds[0][3]["plain"] = False  # something can be written
        for k in range(rng.choice([2, 3, 3, 4])):
            self.parameters.append(Parameter(
                "p%d" % k, *kinds[k % len(kinds)][:3], **dict(
                    kinds[k % len(kinds)][3], const=k > 1 and
                    rng.random() < 0.4)))
        if rng.random() < 0.6:
            self.table()
        if rng.random() < 0.25:
            self.structures()
        if len(self.sizes) > 1 and rng.random() < 0.3:
            self.several()
        w.vars += self.sizes + self.scalars
        for p in self.parameters:
            w.arrays += self.arrays_of(p)
        self.global_things()

    def kind(self):
        """(type, least, greatest, more) of elements."""
        rng = self.rng
        t = rng.choice(ELEMENTS)
        if t.floating:
            return t, None, None, {"plain": rng.random() < 0.25}
        lo, hi = t.lo, t.hi
        if t.bits > 8 and rng.random() < 0.4:
            lo, hi = rng.choice([(0, 100), (-100 if t.signed else 0, 100),
                                 (0, 63), (-1000 if t.signed else 0, 1000)])
        return t, lo, hi, {}

    def table(self):
        """A parameter with small numbers: subscripts, bounds or steps."""
        rng = self.rng
        t = rng.choice([I32, I32, U8, U16, I64, U32, SIZE, I16])
        lo, hi = rng.choice([(0, 15), (0, 7), (1, 4), (0, min(
            self.most, 100))])
        self.parameters.append(Parameter("idx", t, lo, hi, const=rng.random()
                                         < 0.7))

    def structures(self):
        """A parameter that points to structures."""
        rng = self.rng
        t = rng.choice([F32, I32, U32, F64, I16])
        some = rng.choice([[t], [t, rng.choice(ELEMENTS)], ELEMENTS])
        types = [rng.choice(some) for _ in range(3)]
        tag = "struct s%d" % self.number
        fields = tuple(zip((".x", ".y", ".z"), types)) + ((".v", t),)
        self.globals.append("%s { %s %s v[3]; };" % (tag, " ".join(
            "%s %s;" % (t, f[1:]) for f, t in fields[:3]), t))
        for k in range(rng.choice([1, 2])):
            self.parameters.append(Parameter(
                "r%d" % k, tag, None, None, struct=fields))

    def several(self):
        """A parameter of two or three dimensions, of variable length."""
        t, lo, hi, more = self.kind()
        dims = ("h", "w", 3) if self.rng.random() < 0.3 else ("h", "w")
        self.parameters.append(Parameter("m", t, lo, hi, dims=dims, **more))

    def arrays_of(self, p):
        """The arrays that parameter "p" is: one for each field."""
        first, last = -self.before, self.room
        more = {"writable": not p.const and not p.plain}
        if p.dims:
            return [Array(p.name, p.type, p.lo, p.hi, 0, 0, [p.name],
                          dims=p.dims, plain=p.plain, **more)]
        if not p.struct:
            return [Array(p.name, p.type, p.lo, p.hi, first, last, [p.name],
                          plain=p.plain, **more)]
        out = []
        for field, t in p.struct:
            at = "[%d]" % self.rng.randrange(3) if field == ".v" else ""
            out.append(Array(p.name, t, None if t.floating else t.lo, t.hi,
                             first, last, [p.name], field=field + at,
                             pointer=False, **more))
        return out

    def global_things(self):
        """Global arrays and scalars."""
        rng, w = self.rng, self.writer
        for k in range(rng.choice([0, 0, 1, 1, 2])):
            t, lo, hi, more = self.kind()
            name = "g%d_%d" % (self.number, k)
            dims = rng.choice([(self.most + 8,), (self.most + 8,), (
                self.rows + 1, self.columns + 2), (4, self.columns + 1, 5)])
            self.globals.append("static %s %s%s;" % (t, name, "".join(
                "[%d]" % d for d in dims)))
            flat = 1
            for d in dims:
                flat *= d
            self.filled.append((name + "[0]" * (len(dims) - 1), t, lo, hi,
                                more.get("plain"), flat))
            w.arrays.append(Array(
                name, t, lo, hi, 0, flat - 1, [name], pointer=False,
                dims=dims if len(dims) > 1 else (),
                writable=not more.get("plain"), **more))
        if rng.random() < 0.3:
            name, hi = "gn%d" % self.number, min(self.most, 30)
            t = rng.choice([I32, U32, I64])
            self.globals.append("static %s %s;" % (t, name))
            self.filled.append((name, t, 0, hi, None, 0))
            w.vars.append(Var(name, t, 0, hi))

    # -- functions -------------------------------------------------------------
    def function(self):
        """Makes the function, and those that it calls."""
        rng = self.rng
        self.recursive = rng.random() < 0.15
        called = []
        for k in range(rng.choice([0, 0, 1])):
            called.append(self.scalar_function(k))
        inlined = [self.inlined(k) for k in range(rng.choice([0, 0, 0, 1]))]
        start = self.views()
        out, count = [], rng.choice([1, 2, 2, 3, 3, 4])
        for _ in range(count):
            out += self.glue() if rng.random() < 0.3 else []
            out += self.around()
        for f in inlined:
            out += self.call_inlined(f)
        if self.recursive:
            out.insert(rng.randrange(len(out) + 1), self.again())
        parameters = ["%s %s" % (v.type, v.name) for v in self.sizes] + [
            p.text(self.restrict and not p.dims) for p in self.parameters] + [
            "%s %s" % (v.type, v.name) for v in self.scalars] + (
                ["int depth"] if self.recursive else [])
        head = Line("KERNEL f%d(%s)" % (self.number, ", ".join(parameters)),
                    drop=False)
        self.parts.children = [Line(g, drop=False) for g in self.globals] + \
            called + [f[0] for f in inlined] + [Block(
                head, start + out, drop=False)]

    def around(self):
        """A region, alone or in an if or a loop of the function."""
        w = self.writer

        def shown():
            kept, w.after = w.after, []
            out = w.region(self.only)
            out, w.after = out + w.after, kept
            return out
        if w.chance(0.1):
            return [Block(Line("if (", w.condition(), ")"), w.scoped(shown))]
        if w.chance(0.1):
            t, times = w.name("q"), w.one(2, 3)

            def body():
                w.vars.append(Var(t, I32, 0, times - 1))
                w.trip *= times
                return shown()
            return [Block(Line("for (int %s = 0; %s < %d; %s++)" % (
                t, t, times, t)), w.scoped(body))]
        return shown()

    def views(self):
        """Pointers into the arrays, at other places."""
        w, out = self.writer, []
        if not w.chance(0.6):
            return out
        for _ in range(w.one(1, 1, 2, 3)):
            a = w.rng.choice(w.arrays)
            if a.dims or a.field:
                continue
            out.append(self.view(a))
        return out

    def view(self, a):
        """A pointer into array "a", or into one of two."""
        w, name = self.writer, self.writer.name("v")
        const = "" if a.writable else "const "
        like = [b for b in w.arrays if b.kind() == a.kind() and b is not a and
                b.writable == a.writable and not b.dims]
        if like and w.chance(0.2):
            b, which = w.rng.choice(like), w.condition(0)
            w.arrays.append(Array(
                name, a.type, a.lo, a.hi, max(a.first, b.first), min(
                    a.last, b.last), a.base | b.base, writable=a.writable,
                plain=a.plain))
            return Decl(name, "%s%s *%s = " % (const, a.type, name),
                        which, " ? %s : %s;" % (a.name, b.name))
        n = self.sizes[0]
        far = constant(w.rng.choice([-8, -3, -2, -1, 0, 1, 2, 3, 4, 7, 16]))
        if w.chance(0.35) and a.last > 2 * n.hi + 8:
            far = w.one(n.expr(), modular("-", n.expr(), constant(1)), modular(
                "+", n.expr(), constant(1)))
        if not a.first <= far.lo <= far.hi <= a.last - 4:
            far = constant(0)
        t, cast = a.type, ""
        signs = {I32: U32, U32: I32, U8: I8, I64: U64, U16: I16, I16: U16}
        if t in signs and a.lo in (0, t.lo) and w.chance(0.15) and (
                a.lo == 0 and a.hi < 128 or (a.lo, a.hi) == (t.lo, t.hi)):
            t = signs[t]
            cast = "(%s%s *)" % (const, t)
        lo, hi = (t.lo, t.hi) if cast and a.hi > 128 else (a.lo, a.hi)
        w.arrays.append(Array(name, t, lo, hi, a.first - far.lo,
                              a.last - far.hi, a.base, writable=a.writable,
                              plain=a.plain))
        return Decl(name, "%s%s *%s = %s(%s + " % (const, t, name, cast,
                                                   a.name), far, ");")

    def glue(self):
        """Statements between regions."""
        w = self.writer
        if w.chance(0.5):
            w.owned = {}
            return w.loop(lambda: w.some(2))
        return w.local()

    def again(self):
        """The function calls itself, arrays of a kind perhaps exchanged."""
        w, names = self.writer, [p.name for p in self.parameters]
        for k, p in enumerate(self.parameters):
            for j, q in enumerate(self.parameters[:k]):
                if p.kind() == q.kind() and p.const == q.const and \
                        w.chance(0.5):
                    names[k], names[j] = names[j], names[k]
        sizes = [v.name if v.lo else "%s / 2" % v.name for v in self.sizes]
        return Line("if (depth > 0) f%d(%s);" % (self.number, ", ".join(
            sizes + names + [v.name for v in self.scalars] + ["depth - 1"])))

    def scalar_function(self, k):
        """A function of scalars, to be called in loops."""
        w, rng = self.writer, self.rng
        name = "c%d_%d" % (self.number, k)
        types = [rng.choice([I32, U32, F32, I64, U8, F64, I16])
                 for _ in range(rng.choice([1, 2]))]
        result = rng.choice([I32, U32, F32, I64, U8, F64])
        kept = w.arrays, w.vars
        w.arrays, w.vars = [], [Var("ab"[j], t, None if t.floating else t.lo,
                                    t.hi) for j, t in enumerate(types)]

        def value():
            e = w.value()
            return w.truncate(e, result) if e.type.floating and \
                not result.floating else e
        lines = [Line("if (", w.condition(0), ") return ", value(), ";")
                 for _ in range(rng.choice([0, 1, 2]))]
        lines.append(Line("return ", value(), ";", drop=False))
        w.arrays, w.vars = kept
        w.helpers.append((name, types, result))
        head = Line("static inline %s %s(%s)" % (result, name, ", ".join(
            "%s %s" % (t, "ab"[j]) for j, t in enumerate(types))), drop=False)
        return Block(head, lines, drop=False)

    def inlined(self, k):
        """A function with regions of its own, to be inlined: (the function, its
        name, parameters, size)."""
        w, rng, name = self.writer, self.rng, "h%d_%d" % (self.number, k)
        good = [p for p in self.parameters[1:] if not p.struct and not p.dims]
        chosen = self.parameters[:1] + rng.sample(good, rng.choice([0, 1]))
        restrict = self.apart and rng.random() < 0.5
        n = Var("n", rng.choice([I32, SIZE, I64, U32]), 0, min(self.most, 200))
        kept = w.arrays, w.vars
        w.arrays = [Array("d%d" % j, p.type, p.lo, p.hi, -8, n.hi + 16,
                          ["d%d" % j], plain=p.plain, writable=not (
                              p.const or p.plain))
                    for j, p in enumerate(chosen)]
        w.vars = [n]
        body = self.around() + (self.around() if rng.random() < 0.3 else [])
        texts = []
        for j, p in enumerate(chosen):
            q = Parameter("d%d" % j, p.type, p.lo, p.hi, const=p.const)
            texts.append(q.text(restrict))
        w.arrays, w.vars = kept
        head = Line("static inline void %s(%s)" % (name, ", ".join(
            texts + ["%s n" % n.type])), drop=False)
        return Block(head, body, drop=False), name, chosen, n, restrict

    def call_inlined(self, f):
        """Calls of a function of inlined()."""
        w, out = self.writer, []
        _, name, chosen, n, restrict = f
        for _ in range(self.rng.choice([1, 2, 3])):
            names, taken = [], set()
            for p in chosen:
                good = [a for a in w.arrays if a.first <= -8 and
                        a.last >= n.hi + 16 and not a.field and not a.dims and
                        (a.type, a.lo, a.hi, a.plain) == (
                            p.type, p.lo, p.hi, p.plain) and
                        (a.writable or p.const) and not (
                            restrict and a.base & taken)]
                if not good:
                    return out
                a = self.rng.choice(good)
                taken |= a.base
                names.append(a.name)
            e = self.sizes[0].expr() if self.most <= n.hi else \
                constant(self.rng.randrange(n.hi))
            if self.rng.random() < 0.3:
                e = binary("/", e, constant(2))
            out.append(Line("%s(%s, " % (name, ", ".join(names)), e, ");"))
        return out

    # -- the driver ------------------------------------------------------------
    def calls(self):
        """The calls of the function, each with its data."""
        return [self.call(k) for k in range(self.rng.choice([2, 2, 3]))]

    def call(self, k):
        """One call of the function, with arrays as they may be."""
        rng = self.rng
        slack = self.most + 24
        where, lines = {}, []
        for p in self.parameters:
            like = [q for q in where if q.kind() == p.kind()]
            if like and not self.apart and not p.dims and \
                    rng.random() < 0.35:
                name, at = where[rng.choice(like)]
                at += rng.choice([0, 0, 1, -1, 2, -3, self.most, -self.most,
                                  self.most - 1, 8])
                where[p] = name, max(0, min(at, 2 * slack))
            else:
                where[p] = "b%d" % len(where), rng.randrange(
                    slack, slack + 8)
        sizes = [v.hi if k == 0 else rng.choice(
            [v.lo, 1, v.hi, v.hi - 1, rng.randrange(v.lo, v.hi + 1)])
            for v in self.sizes]
        total = self.before + self.room + 2 * slack + 8
        for p, (name, _) in where.items():
            if not any("*%s =" % name in x for x in lines):
                lines += self.buffer(p, name, total)
        filled = [self.fill(*g) for g in self.filled]
        words = [str(s) for s in sizes] + [
            "(void *)(%s + %d)" % (where[p][0], 0 if p.dims else
                                   self.before + where[p][1])
            for p in self.parameters] + [str(self.draw(v))
                                         for v in self.scalars]
        if self.recursive:
            words.append(str(rng.randrange(3)))
        names = sorted({name for name, _ in where.values()})
        shown = [self.show(p, where[p][0], total) for p in self.parameters] + [
            self.all("show", name, t, count) + 'print("%s");' % name
            for name, t, _, _, _, count in self.filled]
        seen = {}
        for line in shown:
            seen.setdefault(line)
        return Call(["draw_state = %d;" % rng.randrange(10 ** 6)] + lines +
                    filled + ["f%d(%s);" % (self.number, ", ".join(words)),
                              'print("sums");'] + list(seen) +
                    ["free(%s);" % n for n in names])

    def buffer(self, p, name, total):
        """Makes and fills the memory "name" of parameter "p"."""
        out = ["%s *%s = malloc(%d * sizeof *%s);" % (p.type, name, total,
                                                      name)]
        if not p.struct:
            return out + [self.fill(name, p.type, p.lo, p.hi, p.plain, total)]
        for field, t in p.struct:
            for at in range(3) if field == ".v" else [None]:
                out.append(self.fill(
                    name, t, t.lo, t.hi, False, total, field + (
                        "" if at is None else "[%d]" % at)))
        return out

    @staticmethod
    def fill(name, t, lo, hi, plain, count, field=""):
        """Fills "count" elements with random numbers, 0: a scalar."""
        more = ", %d" % bool(plain) if t.floating else ", %s, %du" % (
            "-%d - 1l" % ~lo if lo < 0 else lo, hi - lo)
        return Program.all("fill", name, t, count, field, more)

    @staticmethod
    def all(what, name, t, count, field="", more=""):
        """A call for "count" elements of type "t", 0: a scalar, or for "field"
        of each of them."""
        first = name + "[0]" * (count > 0)
        return "%s%s(&%s%s, %d, sizeof %s, sizeof %s%s%s); " % (
            what, "_float" if t.floating else "", first, field, count or 1,
            first, first, field, more)

    @staticmethod
    def show(p, name, total):
        """Shows what is in the memory "name" of parameter "p"."""
        fields = [(f if f != ".v" else ".v[%d]" % k, t) for f, t in p.struct
                  for k in (range(3) if f == ".v" else [0])] \
            if p.struct else [("", p.type)]
        return "".join(Program.all("show", name, t, total, f)
                       for f, t in fields) + 'print("%s");' % name

    def draw(self, v):
        """A value for parameter "v"."""
        rng = self.rng
        if v.type.floating:
            return Expr(v.type, None, None, "%d.%d" % (
                rng.randrange(-9, 9), rng.choice([0, 5, 25])))
        return constant(rng.choice([v.lo, v.hi, min(v.hi, 3), rng.randrange(
            v.lo, v.hi + 1)]), v.type if v.type.bits >= 32 else I32)

    # -- text ------------------------------------------------------------------
    def driver(self):
        """The function that runs the program."""
        return "\n".join(
            ["DRIVER drive%d(void) {" % self.number,
             '  begin("%d");' % self.number] +
            ["  " + x for x in self.body.children[1].lines()] + ["}"])

    def text(self):
        """The program, without declarations that nothing uses."""
        drop = set()
        while True:
            text = self.rendered(self.parts, drop)
            words = re.findall(r"\b[a-z]+[0-9]+\b", text)
            once = {n for n in self.declared(self.parts) if n not in drop and
                    words.count(n) < 2}
            if not once:
                return "\n".join(["/* program %d */" % self.number, text,
                                  self.driver(), ""])
            drop |= once

    def declared(self, node):
        """The names of all Decls in "node"."""
        if isinstance(node, Decl):
            yield node.name
        for c in node.children:
            yield from self.declared(c)

    @staticmethod
    def rendered(node, drop):
        """The text of "node" without the Decls of names in "drop"."""
        Decl.hidden = drop
        try:
            return "\n".join(node.lines())
        finally:
            Decl.hidden = ()


class Call(Node):
    """A call in the driver, in a block of its own."""
    drop = True

    def __init__(self, texts):
        super().__init__()
        self.texts = texts

    def lines(self):
        return ["{"] + ["  " + t for t in self.texts] + ["}"]
