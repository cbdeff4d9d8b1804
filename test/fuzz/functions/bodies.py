"""test/fuzz/functions/bodies.py: random statements and loops."""
from .scalar import (
    BOOL, F32, F64, I8, I16, I32, I64, LL, SIZE, U8, U16, U32, U64, binary,
    cast, common, constant, modular)
from .tree import Block, Decl, Expr, Line
from .values import Array, Values, Var

LIMIT = 20000  # iterations of the innermost loop in a call
COUNTERS = [I32] * 6 + [I64, U32, SIZE, U64, LL, I16, U16, U8, I8]
FORMS = ["up"] * 9 + ["le", "ne", "down", "down", "udown", "while", "do"]
SIGNED_STEP = {I32: 1000, I64: 10 ** 9, LL: 10 ** 9}


class Sum:
    """A scalar "var" to reduce into by operator "op"."""

    def __init__(self, var, op):
        self.var, self.op = var, op


class Bodies(Values):
    """Random statements: "sums" may be reduced into, "helpers" called; writes
    go to subscripts "owned" by the iteration, mostly."""

    def __init__(self, rng):
        super().__init__(rng)
        self.sums, self.helpers, self.owned = [], [], {}
        self.locals = set()
        self.can_continue = self.exact = False

    def scoped(self, make):
        """What "make" returns; what it brings into scope leaves it again."""
        kept = self.arrays[:], self.vars[:], self.loops[:], self.trip, \
            self.can_continue
        try:
            return make()
        finally:
            self.arrays, self.vars, self.loops, self.trip, \
                self.can_continue = kept

    # -- loops -----------------------------------------------------------------
    def extent(self, limit):
        """A bound of a loop: not greater than "limit", never negative where it
        is unsigned."""
        good = [v for v in self.vars if not v.type.floating and
                0 <= v.lo and v.hi <= limit]
        if good and self.chance(0.75):
            # the largest ones: sizes, not other small numbers
            good.sort(key=lambda v: -v.hi)
            v = self.rng.choice(good[:2])
            e = v.expr()
            if self.chance(0.15) and v.type.signed:
                e = binary(self.one("-", "/", "-"), e, constant(self.one(1, 2)))
            return e, v.name
        tables = self.tables(0, limit)
        if tables and self.chance(0.2):
            return self.rng.choice(tables).at(
                constant(self.rng.randrange(4))), None
        return constant(self.rng.randrange(1, min(limit, 40) + 1)), None

    def fixed(self, bound, name):
        """True when expression "bound" of a variable "name" or of no name is
        the same during a loop."""
        return name not in self.locals if name else not bound.children

    def step(self):
        """By how much a loop goes on."""
        tables = self.tables(1, 8)
        if tables and self.chance(0.3):
            return self.rng.choice(tables).at(
                constant(self.rng.randrange(4)))
        return constant(self.one(1, 1, 1, 1, 1, 1, 2, 3))

    def counter(self, form, bound, step):
        """A type for the variable of a loop."""
        types = [t for t in COUNTERS if bound.hi + step.hi < t.hi and (
            t.signed or form != "down") and (bound.lo >= 0 or common(t, bound.type).signed)]
        if form == "udown":
            types = [t for t in types if not t.signed or self.chance(.3)]
        return self.rng.choice(types or [I64])

    def loop(self, make, limit=None, pragma=None, **how):
        """A loop over the statements that "make" returns, behind the annotation
        that "pragma", if any, returns after that: "form", "bound" (an
        expression and its name) and "start" may be given."""
        room = max(LIMIT // self.trip, 2)
        bound, name = how.get("bound") or self.extent(
            min(limit or room, room))
        form = how.get("form") or self.rng.choice(FORMS)
        step = constant(1) if form in ("ne", "udown", "do") else self.step()
        start = how.get("start") or constant(self.one(0, 0, 0, 0, 0, 1, 1, 2))
        if form == "ne" and (start.hi > bound.lo or not self.fixed(
                bound, name)):
            form = "up"
        if form in ("le", "do"):
            name = None
        t = self.counter(form, bound, step)
        i = Var(self.name("i"), t, start.lo, max(
            bound.hi - (form != "le"), start.hi if form == "do" else start.lo),
            bound=name)
        before, head, last, tail = self.header(form, i, start, bound, step)

        def body():
            self.trip *= max(1, (i.hi - i.lo) // step.lo + 1)
            self.loops.append(i)
            self.can_continue = form not in ("while",)
            return make() + ([Line(last, drop=False)] if last else [])
        inner = self.scoped(body)
        block = Block(head, inner, [pragma()] if pragma else [], tail)
        return before + [block]

    @staticmethod
    def header(form, i, start, bound, step):
        """(statements before, line, last statement, tail) of a loop."""
        t, v = i.type, i.name
        on = v + "++" if str(step) == "1" and start.lo == 0 else \
            Expr(I32, 0, 0, v + " += ", step)
        if form in ("up", "le", "ne"):
            op = {"up": " < ", "le": " <= ", "ne": " != "}[form]
            return [], Line("for (%s %s = " % (t, v), start, "; " + v + op,
                            bound, "; ", on, ")"), "", ""
        if form == "down":
            return [], Line("for (%s %s = " % (t, v), bound, " - 1; %s >= " % v,
                            start, "; %s -= " % v, step, ")"), "", ""
        if form == "udown":
            return [], Line("for (%s %s = " % (t, v), bound, "; %s-- > " % v,
                            start, ";)"), "", ""
        first = [Line("%s %s = " % (t, v), start, ";", drop=False)]
        if form == "while":
            return first, Line("while (%s < " % v, bound, ")"), \
                "%s += %s;" % (v, step), ""
        return first, Line("do"), "", " while (++%s < %s);" % (v, bound)

    # -- where to write --------------------------------------------------------
    def own(self, array):
        """The element of "array" that belongs to the present iteration of all
        loops around; None if there is none."""
        if array.dims:
            return self.load_dims(array)
        loops = self.loops[-3:]
        key = (array.name, tuple(v.name for v in loops))
        if key not in self.owned:
            self.owned[key] = self.own_subscript(array, loops)
        e = self.owned[key]
        return e and array.at(e)

    def own_subscript(self, array, loops):
        """A subscript of "array" of its own for each iteration of "loops"."""
        if not loops:
            return None
        e = loops[0].expr()
        for v in loops[1:]:
            wide = v.bound and next(
                (x for x in self.vars if x.name == v.bound), None)
            wide = wide.expr() if wide else constant(v.hi + 1)
            e = modular("+", modular("*", e, wide), v.expr())
        c = constant(self.one(0, 0, 0, 0, 1, 2, 5))
        forms = [modular("+", e, c), modular("-", e, c), e]
        if self.chance(0.15):
            forms.insert(0, modular("+", modular("*", e, constant(2)), c))
        return next((f for f in forms if array.first <= f.lo and
                     f.hi <= array.last), None)

    def target(self):
        """An element to write, with its array; None if there is none."""
        arrays = [a for a in self.arrays if a.writable]
        self.rng.shuffle(arrays)
        for a in arrays:
            e = self.own(a) if self.chance(0.9) else self.load(a)
            if e:
                return e, a
        return None, None

    # -- statements ------------------------------------------------------------
    def store(self, value=None):
        """array[i] = value, or += and the like: of floats where their order is
        C's, for the element may be the same in all iterations of a loop."""
        place, a = self.target()
        if not place:
            return self.local()
        e = value or self.value(self.one(1, 2, 2, 3))
        self.exact |= self.may_run(e, a)
        if self.chance(0.2) and a.type is not BOOL and (
                self.exact or not a.type.floating):
            op = self.one("+", "-", "*", "/") if a.type.floating else \
                self.one("+", "-", "*", "^", "&", "|", "%", "/", ">>")
            e = e if a.type.floating else self.integer(e)
            r = binary(op, place, e)
            if r and (a.type.floating or (a.lo, a.hi) == (a.type.lo, a.type.hi)
                      and not r.type.floating or not r.type.floating and
                      a.lo <= r.lo and r.hi <= a.hi):
                return [Line(place, " %s= " % op, e, ";")]
        return [Line(place, " = ", self.fit(e, a.type, a.lo, a.hi), ";")]

    def may_run(self, e, a):
        """Whether "e", stored to an array "a" of floats, may be a running sum."""
        return a.type.floating and any(
            b.base & a.base and b.name + "[" in str(e) for b in self.arrays)

    def local(self):
        """T t = value;"""
        e = self.value()
        t = self.one(e.type, e.type, I32, U32, I64, U8, F32, F64)
        if e.type.floating and not t.floating:
            e = self.truncate(e, t)
        v = Var(self.name("t"), t, None if t.floating else t.lo, t.hi)
        if not t.floating and t.lo <= e.lo and e.hi <= t.hi:
            v.lo, v.hi = e.lo, e.hi
        self.vars.append(v)
        self.locals.add(v.name)
        return [Decl(v.name, "%s %s = " % (t, v.name), e, ";")]

    def assign(self):
        """t = value, for a local variable of the loop."""
        good = [v for v in self.vars if v.name in self.locals]
        if not good:
            return self.local() + self.store()
        v = self.rng.choice(good)
        e = self.fit(self.value(), v.type, v.lo, v.hi)
        return [Line(v.name, " = ", e, ";")]

    def reduction(self):
        """s += value and the like."""
        if not self.sums:
            return self.store()
        s = self.rng.choice(self.sums)
        t, name = s.var.type, s.var.name
        if t.floating:
            line = Line("%s += " % name, self.summand(t), ";")
        elif s.op in ("min", "max"):
            line = self.extreme(s)
        elif s.op in ("&&", "||"):
            line = Line("%s = %s %s " % (name, name, s.op), self.condition(),
                        ";")
        else:
            e = self.integer(self.value())
            if s.op in "+-*" and t in SIGNED_STEP:
                e = self.fit(e, I64, -SIGNED_STEP[t], SIGNED_STEP[t])
            elif s.op in "+-*" and common(e.type, t).signed or t.bits < 32:
                e = cast(e, t)
            line = Line("%s %s= " % (name, s.op), e, ";") \
                if self.chance(0.7) else \
                Line("%s = %s %s " % (name, name, s.op), e, ";")
        if self.chance(0.2):
            return [Block(Line("if (", self.condition(), ")"), [line])]
        return [line]

    def summand(self, t):
        """A number whose sums of type "t" are exact, or any with "exact"."""
        plain = [a for a in self.arrays if a.plain]
        if self.exact or not plain:
            e = self.value()
            return e if self.exact else cast(
                binary("<", e, constant(3)), t)
        e = self.load(self.rng.choice(plain)) or constant(2, t)
        if t is F64 and self.chance(0.4):
            e = binary("*", e, self.load(self.rng.choice(plain)) or e)
        return e

    def extreme(self, s):
        """The least or greatest, by ?: or if."""
        t, name = s.var.type, s.var.name
        e = self.fit(self.integer(self.leaf()), t, t.lo, t.hi)
        op = "<" if s.op == "min" else ">"
        if self.chance(0.5):
            return Line("%s = " % name, e, " %s %s ? " % (op, name), e,
                        " : %s;" % name)
        if (e.lo < 0) != (t.lo < 0):
            e = cast(e, t)
        return Line("if (", e, " %s %s) %s = " % (op, name, name), e, ";")

    def branch(self):
        """if, with or without else."""
        out = [Block(Line("if (", self.condition(), ")"),
                     self.scoped(lambda: self.some(1)))]
        if self.chance(0.4):
            out[0].tail = ""
            other = Block(Line("else", drop=False), self.scoped(
                lambda: self.some(1)))
            out = [Pair(out[0], other)]
        return out

    def switch(self):
        """switch, with cases that fall through."""
        on = modular("&", self.integer(self.value(1)), constant(3))
        body, cases = [], self.rng.sample(range(-1, 5), 3)
        for k, c in enumerate(cases + ["default"] * self.chance(0.6)):
            body.append(Line("case %d:" % c if c != "default" else "default:",
                             drop=False))
            body.append(Block(Line("", drop=False),
                              self.scoped(lambda: self.some(1))))
            if k == 2 or self.chance(0.75):
                body.append(Line("break;", drop=False))
        return [Block(Line("switch (", on, ")"), body)]

    def skip(self):
        """if (...) continue;"""
        if not self.can_continue:
            return self.branch()
        return [Line("if (", self.condition(), ") continue;")]

    def leave(self):
        """if (...) break; in an inner loop, mostly."""
        if len(self.loops) < 2 and not self.chance(0.1):
            return self.branch()
        return [Line("if (", self.condition(), ") break;")]

    def inner(self):
        """A loop in the loop."""
        if len(self.loops) >= 3 or self.trip * 2 > LIMIT:
            return self.store()
        if self.chance(0.3) and self.loops:
            return self.triangle()
        return self.loop(lambda: self.some(2), 12)

    def triangle(self):
        """A loop that begins or ends at the variable of the one around."""
        i = self.loops[-1]
        room = LIMIT // self.trip
        if i.hi > room or i.lo < 0:
            return self.store()
        if self.chance(0.6):
            return self.loop(lambda: self.some(2), bound=(i.expr(), i.name),
                             start=constant(0), form=self.one("up", "le"))
        wide = [v for v in self.vars if v.name == i.bound]
        if not wide:
            return self.store()
        return self.loop(lambda: self.some(2), form="up", bound=(
            wide[0].expr(), wide[0].name), start=i.expr())

    def row_sum(self):
        """T s = 0; for (...) s += ...; array[i] = s;"""
        if len(self.loops) >= 3 or self.trip * 2 > LIMIT:
            return self.store()
        t, op = self.one((U32, "+"), (U64, "+"), (I64, "+"), (I32, "+"),
                         (U8, "+"), (U32, "*"), (U32, "^"), (I32, "|"),
                         (I32, "max"), (I64, "min"), (U64, "max"), (F32, "+"),
                         (F64, "+"), (I32, "-"), (U16, "max"), (I8, "&"))
        v = Var(self.name("s"), t, None if t.floating else t.lo, t.hi)
        kept, self.sums = self.sums, [Sum(v, op)]
        out = [Decl(v.name, "%s %s = %s;" % (t, v.name, constant(
            self.rng.randrange(3), t)))]
        out += self.loop(lambda: self.reduction() + (
            self.reduction() if self.chance(0.2) else []), 40)
        self.sums = kept
        return out + self.store(v.expr())

    def bits(self):
        """A loop that halves a number until nothing is left."""
        x, c = self.name("x"), self.name("c")
        e = self.fit(self.value(1), U32, 0, 4095)
        self.vars.append(Var(c, I32, 0, 20))
        test = self.one("%s > 0", "%s", "%s != 0") % x
        step = self.one("%s >>= 1;", "%s /= 3;", "%s &= %s - 1;" % (x, x))
        step = step % x if "%s" in step else step
        return [Decl(x, "unsigned %s = " % x, e, ";"), Decl(
            c, "int %s = 0;" % c), Block(Line("while (%s)" % test), [
                Line(step, drop=False), Line("%s++;" % c)])] + self.store()

    def small_array(self):
        """T t[4] = {...}; as an array of the iteration."""
        t = self.one(I32, U32, F32, I16, F64, U8)
        name = self.name("l")
        e = [self.fit(self.value(1), t, t.lo, t.hi) for _ in range(3)]
        a = Array(name, t, None if t.floating else t.lo, t.hi, 0, 2, [name])
        self.arrays.append(a)
        if t.bits < 32:
            e = [cast(x, t) for x in e]
        elif not t.floating:
            e = [cast(x, t) if not (t.lo <= x.lo and x.hi <= t.hi) else x
                 for x in e]
        else:
            e = [cast(x, t) for x in e]
        index = modular("%", cast(self.integer(self.leaf()), U32), constant(
            3, U32))
        return [Decl(name, "%s %s[3] = {" % (t, name), e[0], ", ", e[1], ", ",
                     e[2], "};")] + self.store(a.at(index))

    def call(self):
        """A call of a function of scalars."""
        if not self.helpers:
            return self.store()
        name, types, result = self.rng.choice(self.helpers)
        parts = []
        for t in types:
            e = self.value(1)
            if e.type.floating and not t.floating:
                e = self.truncate(e, t)
            parts += [", ", e]
        lo, hi = (None, None) if result.floating else (result.lo, result.hi)
        return self.store(Expr(result, lo, hi, name, "(", *parts[1:], ")"))

    def some(self, count):
        """About "count" random statements."""
        out = []
        for _ in range(self.rng.randrange(1, count + 1)):
            out += self.rng.choices(
                [self.store, self.local, self.assign, self.reduction,
                 self.branch, self.switch, self.skip, self.leave, self.inner,
                 self.row_sum, self.bits, self.small_array, self.call],
                [14, 4, 2, 8 if self.sums else 0, 4, 1, 2, 1, 2, 3, .5, .7,
                 2])[0]()
        return out


class Pair(Block):
    """if and else, which go together."""

    def __init__(self, first, second):
        super().__init__(first, [second])
        first.drop = False

    def lines(self):
        return [line for c in self.children for line in c.lines()]
