"""test/fuzz/functions/regions.py: annotated loops, general ones and idioms."""
from .bodies import LIMIT, Bodies, Sum
from .scalar import (
    BOOL, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, cast, constant,
    modular)
from .tree import Block, Decl, Expr, Line
from .values import Array, Var

SUMS = [(U32, "+"), (U64, "+"), (I32, "+"), (I64, "+"), (I64, "-"), (U8, "+"),
        (I16, "+"), (U16, "-"), (U32, "*"), (U64, "*"), (U32, "&"), (I8, "|"),
        (I64, "^"), (I32, "min"), (I32, "max"), (U8, "min"), (I16, "max"),
        (U32, "max"), (U64, "min"), (I64, "max"), (I32, "&&"), (BOOL, "||"),
        (F32, "+"), (F64, "+"), (BOOL, "|"), (U64, "|")]


class Regions(Bodies):
    """Random regions in a function."""

    def __init__(self, rng):
        super().__init__(rng)
        self.after = []  # what shows sums, at the end of the function
        self.shapes = {
            "map": (self.general, 10), "nest": (self.nest, 6),
            "block": (self.block, 4), "chain": (self.chain, 2),
            "overlap": (self.overlap, 4), "steps": (self.steps, 3),
            "reduce": (self.reduce, 4), "product": (self.product, 2),
            "stencil": (self.stencil, 2), "walk": (self.walk, 2),
            "scan": (self.scan, 1.5), "best": (self.best, 1.5),
            "histogram": (self.histogram, 1.5),
            "filter": (self.filter, 1.5), "scatter": (self.scatter, 1),
            "search": (self.search, 1.5), "rows": (self.rows, 1.5),
            "recurrence": (self.recurrence, 1), "linear": (self.linear, 1)}

    def region(self, shape=None):
        """A random region of a "shape", with what it needs around it."""
        self.owned, self.exact = {}, self.chance(0.12)
        writable = [a for a in self.arrays if a.writable]
        self.unread = {a.name for a in writable if self.chance(0.6)}
        if len(self.unread) == len(self.arrays):
            self.unread = set()
        kept, self.sums = self.sums, []
        before = self.new_sums(self.one(0, 0, 1, 1, 2, 3))
        kinds = list(self.shapes.values())
        make = self.shapes[shape][0] if shape else self.rng.choices(
            [k for k, _ in kinds], [w for _, w in kinds])[0]
        out = before + make()
        self.vars += [s.var for s in self.sums]
        self.sums = kept
        return out

    def pragma(self, word=""):
        """The annotation of a loop."""
        return "#pragma loft" + word + " exact" * self.exact

    def new_sums(self, count):
        """Declares scalars to reduce into."""
        out = []
        for _ in range(count):
            t, op = self.rng.choice(SUMS)
            v = Var(self.name("s"), t, None if t.floating else t.lo, t.hi)
            first = {"*": 1, "&": t.hi, "&&": 1, "min": t.hi}.get(op, 0)
            if not t.floating and self.chance(0.3):
                first = self.rng.randrange(2 if t is BOOL else 100)
            out.append(Decl(v.name, "%s %s = %s;" % (t, v.name,
                                                     constant(first, t))))
            self.sums.append(Sum(v, op))
            self.show(v.name, t)
        return out

    def show(self, name, t):
        """Shows variable "name" of type "t" behind the region."""
        self.after.append(Line("mix%s(%s);" % (
            "_float" if t.floating else "", name)))

    def size(self, limit=10 ** 6):
        """The bound of a loop over whole arrays, as Bodies.loop wants it."""
        return self.extent(min(limit, max(LIMIT // self.trip, 2)))

    # -- general ---------------------------------------------------------------
    def general(self):
        """A loop with random statements."""
        return self.loop(lambda: self.some(3), pragma=self.pragma)

    def reduce(self):
        """A loop that reduces, and little else."""
        before = [] if self.sums else self.new_sums(2)
        return before + self.loop(lambda: self.reduction() + (
            self.reduction() if self.chance(0.4) else []) + (
                self.store() if self.chance(0.2) else []),
            pragma=self.pragma)

    def sizes(self):
        """Bounds of two loops: rows and columns."""
        named = {v.name: v for v in self.vars}
        if "h" in named and self.chance(0.7):
            return [(named[x].expr(), x) for x in "hw"]
        return [self.extent(12), self.extent(12)]

    def nest(self):
        """Two or three loops."""
        rows, columns = self.sizes()

        def inner():
            deep = self.chance(0.3)
            return self.loop(lambda: self.loop(
                lambda: self.some(2), 5) if deep else self.some(2),
                bound=columns)

        def body():
            around = self.some(1) if self.chance(0.25) else []
            if self.chance(0.15):
                return around + self.triangle()
            return around + inner() + (
                self.store() if self.chance(0.15) else [])
        return self.loop(body, bound=rows, pragma=self.pragma)

    def block(self):
        """Several loops as one region, with temporaries."""
        bound, name = self.size(60 if self.chance(0.5) else 10 ** 6)
        top = bound.hi

        def one():
            return self.loop(lambda: self.some(2), bound=(bound, name),
                             form="up")

        def body():
            out, t = [], self.one(F32, I32, U32, F64, U8, I16)
            if top <= 400:
                tmp = self.name("v")
                out.append(Decl(tmp, "%s %s[%d] = {0};" % (t, tmp, top + 3)))
                a = Array(tmp, t, None if t.floating else t.lo, t.hi, 0,
                          top + 2, [tmp])
                self.arrays.append(a)
            for _ in range(self.one(2, 2, 3, 3, 4)):
                self.owned = {}
                out += one()
                if self.chance(0.15):
                    out += self.local()
            return out
        return [Block(Line("", drop=False), self.scoped(body),
                      [self.pragma(" region")])]

    def chain(self):
        """Several loops as one region, which read near where others write."""
        bound = self.size()
        arrays = [a for a in self.arrays if not a.dims]
        few = self.rng.sample(arrays, min(len(arrays), 3))
        to = [a for a in few if a.writable] or [
            a for a in arrays if a.writable][:1]
        if not to:
            return self.general()

        def body():
            a, i = self.rng.choice(to), self.loops[-1].expr()
            self.exact |= a.type.floating  # may be running sums
            near = [self.load(self.rng.choice(few), modular(
                "+", i, constant(self.rng.randrange(-2, 4))))
                    for _ in range(2)]
            return [Line(self.load(a, i), " = ", self.fit(
                self.arithmetic(*near), a.type, a.lo, a.hi), ";")]

        def loops():
            out = []
            for _ in range(self.one(2, 2, 3, 4)):
                out += self.loop(body, form="up",
                                 bound=bound if self.chance(0.7) else None)
            return out
        return [Block(Line("", drop=False), self.scoped(loops),
                      [self.pragma(" region")])]

    # -- shared memory ---------------------------------------------------------
    def two(self):
        """Two arrays that may share memory: the first can be written."""
        pairs = [(a, b) for a in self.arrays for b in self.arrays
                 if a.writable and a.base & b.base and a is not b and
                 not a.dims and not b.dims and a.type is b.type]
        plain = [(a, b) for a in self.arrays for b in self.arrays
                 if a.writable and not a.dims and not b.dims]
        return self.rng.choice(pairs if pairs and self.chance(0.8) else plain)

    def overlap(self):
        """A loop from one view of a buffer to another."""
        to, of = self.two()
        self.exact |= to.type.floating  # may be running sums

        def body():
            i = self.loops[-1].expr()
            c, f = self.one(1, 1, 1, 1, 2), self.rng.randrange(-3, 4)
            at = modular("+", modular("*", i, constant(c)), constant(
                self.rng.randrange(3))) if c > 1 else i
            value = self.arithmetic(self.load(of, modular(
                "+", at, constant(f))), self.leaf())
            out = [Line(self.load(to, at), " = ", self.fit(
                value, to.type, to.lo, to.hi), ";")]
            return out + (self.some(1) if self.chance(0.3) else [])
        return self.loop(body, pragma=self.pragma)

    def steps(self):
        """Steps of a simulation between two arrays that change places."""
        pairs = [(a, b) for a in self.arrays for b in self.arrays
                 if a is not b and a.kind() == b.kind() and a.writable and
                 b.writable and a.pointer and b.pointer and not a.field and
                 not a.dims and not b.dims and min(a.last, b.last) > 8]
        if not pairs:
            return self.overlap()
        a, b = self.rng.choice(pairs)
        u, v, t = self.name("u"), self.name("v"), self.name("t")
        first, last = max(a.first, b.first), min(a.last, b.last)
        both = [Array(x, a.type, a.lo, a.hi, first, last, a.base | b.base)
                for x in (u, v)]
        times = self.rng.randrange(1, 5)
        self.trip *= times
        inside = self.chance(0.5)
        out = [Line("%s *%s = %s, *%s = %s;" % (a.type, u, a.name, v, b.name),
                    drop=False)]

        def body():
            i = self.loops[-1].expr()
            near = [self.load(both[0], modular("+", i, constant(c)))
                    for c in self.rng.sample([-1, 0, 1, 2], 2)]
            e = self.arithmetic(self.arithmetic(*near), self.leaf())
            return [Line(self.load(both[1], i), " = ", self.fit(
                e, a.type, a.lo, a.hi), ";")]
        loop = self.loop(body, pragma=None if inside else self.pragma,
                         bound=self.size())
        swap = Line("%s *%s = %s; %s = %s; %s = %s;" % (
            a.type, t, u, u, v, v, t))
        self.trip //= times
        head = Line("for (int q = 0; q < %d; q++)" % times)
        out.append(Block(head, loop + [swap],
                         [self.pragma()] if inside else []))
        return out

    # -- idioms ----------------------------------------------------------------
    def product(self):
        """A product of matrices or of a matrix and a vector."""
        rows, columns = self.sizes()
        return self.loop(lambda: self.loop(
            self.row_sum, bound=columns) if self.chance(0.5)
            else self.row_sum(), bound=rows, pragma=self.pragma, form="up")

    def stencil(self):
        """Sums of neighbours in rows and columns."""
        arrays = [a for a in self.arrays if not a.dims]
        of = self.rng.choice(arrays)
        self.exact |= of.type.floating  # may be running sums
        rows, columns = self.sizes()

        def body():
            i, j = self.loops[-2].expr(), self.loops[-1].expr()
            w = columns[0]
            at = modular("+", modular("*", i, w), j)
            e = self.load(of, at)
            for far in (constant(1), w, constant(-1)):
                near = modular(self.one("+", "-"), at, far)
                e = self.arithmetic(e, self.load(of, near))
            return self.store(e)
        return self.loop(lambda: self.loop(body, bound=columns), bound=rows,
                         pragma=self.pragma)

    def count(self, most):
        """How far a pointer goes: not negative, at most "most"."""
        bound, _ = self.extent(min(most, LIMIT // self.trip))
        return bound if bound.lo >= 0 else constant(4)

    def walk(self):
        """A pointer that goes over an array."""
        a = self.rng.choice([a for a in self.arrays if not a.dims and
                             not a.field and a.first <= 0 and a.last > 4])
        q, bound = self.name("q"), self.count(a.last)
        star = Expr(a.type, a.lo, a.hi, "*" + q)

        def body():
            self.trip *= max(bound.hi, 1)
            self.arrays.append(Array(
                q, a.type, a.lo, a.hi, 0, 0, a.base, writable=a.writable,
                plain=a.plain))
            out = self.reduction()
            if a.writable and self.chance(0.6):
                out.append(Line(star, " = ", self.fit(self.arithmetic(
                    star, self.leaf()), a.type, a.lo, a.hi), ";"))
            return out
        if self.chance(0.4):
            return self.walk_two()
        before = [] if self.sums else self.new_sums(1)
        head = Line("for (%s%s *%s = %s; %s < %s + " % (
            "" if a.writable else "const ", a.type, q, a.name, q, a.name),
            bound, "; %s++)" % q)
        return before + [Block(head, self.scoped(body), [self.pragma()])]

    def walk_two(self):
        """while (n-- > 0) *o++ = *q++ + 1;"""
        to, of = self.two()
        if to.field or of.field or not (to.first <= 0 < to.last and
                                        of.first <= 0 < of.last):
            return self.overlap()
        bound = self.count(min(to.last, of.last))
        o, q, n = self.name("o"), self.name("q"), self.name("n")
        e = self.fit(modular("+", Expr(of.type, of.lo, of.hi, "*%s++" % q),
                             constant(1, I32)), to.type, to.lo, to.hi)
        if str(e).count(q + "++") > 1:
            return self.overlap()
        return [Line("%s *%s = %s; const %s *%s = %s; int %s = " % (
            to.type, o, to.name, of.type, q, of.name, n), bound, ";",
            drop=False), Block(Line("while (%s-- > 0)" % n), [
                Line("*%s++ = " % o, e, ";", drop=False)], [self.pragma()])]

    def scan(self):
        """Running sums."""
        t, op = self.one((U32, "+"), (U64, "+"), (I64, "+"), (U32, "*"),
                         (I32, "max"), (U8, "+"), (F64, "+"), (U32, "^"))
        v = Var(self.name("s"), t, None if t.floating else t.lo, t.hi)
        self.sums = self.sums + [Sum(v, op)]
        self.show(v.name, t)

        def body():
            kept, self.sums = self.sums, self.sums[-1:]
            parts = [lambda: self.store(v.expr()), self.reduction]
            if self.chance(0.7):
                parts.reverse()
            lines = parts[0]() + parts[1]()
            self.sums = kept
            return lines
        return [Decl(v.name, "%s %s = %s;" % (t, v.name, constant(1, t)))] + \
            self.loop(body, pragma=self.pragma)

    def best(self):
        """The least element and where it is."""
        s, at = self.name("s"), self.name("at")
        t = self.one(I32, F32, U32, I64, F64, U8)
        v = Var(at, I32, -1, 10 ** 6)
        self.show(s, t)
        self.show(at, I32)

        def body():
            e = self.value(1)
            e = e if t.floating else self.fit(e, t, t.lo, t.hi)
            x = self.name("t")
            i = self.loops[-1].name
            return [Line("%s %s = " % (t, x), e, ";", drop=False), Block(
                Line("if (%s %s %s)" % (x, self.one("<", "<=", ">", ">="), s),
                     drop=False),
                [Line("%s = %s;" % (s, x)), Line("%s = %s;" % (at, i))])]
        if self.chance(0.3):
            rows, columns = self.sizes()
            out = self.loop(lambda: self.loop(body, bound=columns), bound=rows,
                            pragma=self.pragma)
        else:
            out = self.loop(body, pragma=self.pragma)
        self.vars.append(v)
        return [Line("%s %s = %s;" % (t, s, constant(
            self.one(0, 3, 100), t)), drop=False), Line(
                "int %s = -1;" % at, drop=False)] + out

    def histogram(self):
        """Counts by an index from data."""
        arrays = [a for a in self.arrays if a.writable and not a.dims and
                  not a.type.floating and not a.type.signed and
                  (a.lo, a.hi) == (a.type.lo, a.type.hi) and a.last > 16]
        if not arrays:
            return self.scatter()
        a = self.rng.choice(arrays)

        def body():
            at = cast(self.fit(self.value(1), U32, 0, 15), U32)
            e = constant(self.rng.randrange(1, 4)) if self.chance(.5) else \
                cast(self.integer(self.leaf()), a.type if a.type.bits > 16
                     else U8)
            op = self.one("+", "+", "^", "|", "-") if a.type.bits != 16 else "^"
            return [Line(self.load(a, at), " %s= " % op, e, ";")]
        return self.loop(body, pragma=self.pragma)

    def filter(self):
        """if (p) out[k++] = e;"""
        a = self.rng.choice([a for a in self.arrays if a.writable and
                             not a.dims and a.last > 2])
        k = self.name("k")
        self.show(k, I32)

        def body():
            e = self.fit(self.value(1), a.type, a.lo, a.hi)
            at = Expr(I32, 0, a.last, k + "++")
            return [Block(Line("if (", self.condition(), ")"), [
                Line(a.at(at), " = ", e, ";")])]
        return [Line("int %s = 0;" % k, drop=False)] + self.loop(
            body, min(a.last, 10 ** 6), pragma=self.pragma,
            start=constant(0))

    def scatter(self):
        """out[index[i]] = e"""
        a = self.rng.choice([a for a in self.arrays if a.writable and
                             not a.dims])

        def body():
            at = self.fit(self.value(1), I32, max(a.first, 0), min(
                a.last, self.one(7, 63, 1000)))
            return [Line(self.load(a, at), " = ", self.fit(
                self.value(1), a.type, a.lo, a.hi), ";")]
        return self.loop(body, pragma=self.pragma)

    def search(self):
        """The first element that something is true of."""
        at = self.name("at")
        self.show(at, I32)
        if self.chance(0.35):
            arrays = [a for a in self.arrays if not a.dims and a.last > 1]
            a = self.rng.choice(arrays)
            bound, _ = self.extent(a.last)
            i = Expr(I32, 0, a.last, at)
            return [Line("int %s = 0;" % at, drop=False), Block(
                Line("while (%s < " % at, bound, " && ", self.comparison(
                    a.at(i), self.near(a.at(i))), ")"),
                [Line("%s++;" % at, drop=False)], [self.pragma()])]

        def body():
            i = self.loops[-1].name
            return [Block(Line("if (", self.condition(), ")", drop=False), [
                Line("%s = %s;" % (at, i)), Line("break;")])] + (
                    self.some(1) if self.chance(0.2) else [])
        return [Line("int %s = -1;" % at, drop=False)] + self.loop(
            body, pragma=self.pragma)

    def rows(self):
        """A sparse matrix: rows end where an array says."""
        tables = [a for a in self.tables(0, 40) if a.last > 8]
        if not tables:
            return self.nest()
        a = self.rng.choice(tables)

        def body():
            i = self.loops[-1].expr()
            ends = self.load(a, i), self.load(a, modular("+", i, constant(1)))
            s = self.row_sum()
            return s if self.chance(0.1) else self.between(ends)
        return self.loop(body, min(a.last - 1, 200), pragma=self.pragma)

    def between(self, ends):
        """T s = 0; for (j = from; j < to; j++) s += ...; array[i] = s;"""
        t = self.one(U32, I64, U64, F64, F32)
        v = Var(self.name("s"), t, None if t.floating else t.lo, t.hi)
        kept, self.sums = self.sums, [Sum(v, "+")]
        out = [Decl(v.name, "%s %s = 0;" % (t, v.name))]
        out += self.loop(self.reduction, bound=(ends[1], None), start=ends[0],
                         form="up")
        self.sums = kept
        return out + self.store(v.expr())

    def recurrence(self):
        """a[i] = f(a[i - 1])"""
        a = self.rng.choice([a for a in self.arrays if a.writable and
                             not a.dims])
        self.exact |= a.type.floating

        def body():
            i = self.loops[-1].expr()
            far = self.one(1, 1, 2, 3, -1)
            e = self.arithmetic(self.load(a, modular("-", i, constant(far))),
                                self.leaf())
            return [Line(self.load(a, i), " = ", self.fit(
                e, a.type, a.lo, a.hi), ";")] + (
                    self.some(1) if self.chance(0.3) else [])
        return self.loop(body, pragma=self.pragma)

    def linear(self):
        """Two scalars, each a sum of multiples of both."""
        t = self.one(U32, U32, U64, U8)
        s, u = self.name("s"), self.name("s")
        seen = [Var(v, t, t.lo, t.hi) for v in (s, u)]
        for v in seen:
            self.show(v.name, t)

        def factor():
            return cast(self.integer(self.leaf()), t)

        def body():
            out = [self.one(
                lambda: Line("%s = (%s)(%s * " % (s, t, s), factor(), " + ",
                             factor(), ");"),
                lambda: Line("%s = (%s)(%s - %s * " % (u, t, u, s), factor(),
                             ");"),
                lambda: Line("if (", self.condition(), ") %s = " % u, factor(),
                             ";"),
                lambda: Line("%s += %s;" % (s, u)))()
                   for _ in range(self.one(1, 2, 3))]
            return out + (self.store(self.rng.choice(seen).expr())
                          if self.chance(0.6) else [])
        if self.chance(0.3):
            rows, columns = self.sizes()
            out = self.loop(lambda: self.loop(body, bound=columns), bound=rows,
                            pragma=self.pragma)
        else:
            out = self.loop(body, pragma=self.pragma)
        self.vars += seen
        return [Line("%s %s = 1, %s = 2;" % (t, s, u), drop=False)] + out
