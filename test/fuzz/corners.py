"""test/fuzz/corners.py: regions for the parts of C that generate.py and
shapes.py do without: pointers that are chosen, compared and returned, objects
with initialisers, structures, rare functions and operators, loops that count in
unusual ways; and for the rewrites that need a certain nest.
"""
from pieces import FLOATS, INTS, Node, block

# of <math.h>, the same bits everywhere: calls of v, and w
EXACT = [
    "fmod{s}({v}, 3)", "remainder{s}({v}, 2.5{l})", "copysign{s}({v}, {w})",
    "nextafter{s}({v}, {w})", "fdim{s}({v}, {w})", "rint{s}({v})",
    "nearbyint{s}({v})", "round{s}({v})", "ldexp{s}({v}, (int)i & 7)",
    "scalbn{s}({v}, -3)", "trunc{s}({v})", "(isnan({v}) ? 1 : 0)",
    "(isinf({v}) ? 2 : 3)", "(isfinite({v}) ? {v} : 5)",
    "(signbit({v}) ? 7 : 8)", "(fabs({v}) < 1e6 ? lround{s}({v}) : 0)",
    "(fabs({v}) < 1e6 ? llrint{s}({v}) : 0)", "fma{s}({v}, {w}, 1)",
]
# ... close to the original: defined for all v from 0.25 to 16
CLOSE = [
    "exp2{s}(-{v})", "expm1{s}({v} / 16)", "log2{s}({v})", "log10{s}({v})",
    "log1p{s}({v})", "cbrt{s}({v})", "hypot{s}({v}, 3)", "tan{s}({v} / 16)",
    "asin{s}({v} / 17)", "acos{s}({v} / 17)", "atan{s}({v})",
    "atan2{s}({v}, -2)", "sinh{s}({v} / 16)", "cosh{s}({v} / 16)",
    "tanh{s}({v})", "asinh{s}({v})", "acosh{s}({v} + 1)",
    "atanh{s}({v} / 17)", "erf{s}({v} / 8)", "erfc{s}({v} / 8)",
    "tgamma{s}({v} / 4 + 0.5{l})", "lgamma{s}({v} + 1)",
    "creal{s}(cexp{s}({v} / 16 + _Complex_I))",
    "cimag{s}(clog{s}({v} - 2 * _Complex_I))",
    "creal{s}(csqrt{s}({v} + _Complex_I))",
    "cimag{s}(csin{s}({v} / 16 + _Complex_I))",
    "creal{s}(ctanh{s}({v} / 8 - _Complex_I))",
]


class Corners:
    """Further shapes of a program (generate.py)."""

    def plain(self, n=None):
        """A loop over i from 0 to n - 1."""
        return "for (int i = 0; i < %s; i++)" % (n or "n")

    def some_type(self):
        """A type of numbers."""
        return self.r.choice(FLOATS * 2 + list(INTS))

    def map_of(self, text, head=None):
        """A loop, over n as a rule, around "text"."""
        return block(head or self.plain(), [Node(text, drop=False)],
                     drop=False)

    # -- pointers ----------------------------------------------------------------
    def pointers(self):
        """Pointers that are variables, compared, subtracted, chosen."""
        self.n = max(self.n, 0)
        t = self.some_type()
        x, x2 = (self.array("in", 1, t, "pointer").name for _ in range(2))
        y = self.array("out", 1, t, "pointer").name
        q, e, at = self.name("q"), self.name("e"), self.name("at")
        self.extra.append("static %s *\n%s_%d(%s *p, int k)\n{\n"
                          "  return p + k;\n}" % (t, at, self.number, t))
        value = self.mixed(t, ["*" + q])
        two = self.mixed(t, ["%s[0]" % q, "%s[1]" % q])
        head, text = self.r.choice([
            ("for (const %s *%s = %s; %s < %s + n; %s++)" % (
                t, q, x, q, x, q), "%s[%s - %s] = %s;" % (y, q, x, value)),
            ("for (const %s *%s = %s, *%s = %s + n; %s != %s; ++%s)" % (
                t, q, x, e, x, q, e, q),
             "*(%s + (%s - %s)) = %s;" % (y, q, x, two)),
            ("for (const %s *%s = %s + n; %s-- > %s;)" % (t, q, x, q, x),
             "%s[%s - %s] = %s;" % (y, q, x, value)),
            (None, "const %s *%s = i & 1 ? %s + 1 : %s;\n%s[i] = %s;" % (
                t, q, x, x, y, two)),
            (None, "const %s *%s = i & 1 ? %s : %s;\n%s[i] = %s;" % (
                t, q, x, x2, y, two)),
            (None, "const %s *%s = n > 5 ? %s + i : &%s[i + 1];\n%s[i] = %s;"
             % (t, q, x, x, y, two)),
            (None, "const %s *%s = %s;\n%s += i;\n%s *%s = &%s[i];\n"
             "*%s = %s;" % (t, q, x, q, t, e, y, e, two)),
            (None, "%s *%s = &%s[i];\nif (%s != 0)\n  *%s = %s;" % (
                t, e, y, e, e, self.mixed(t, [x + "[i]"]))),
            (None, "if (&%s[i] < &%s[n / 2])\n  %s[i] = %s;\nelse\n"
             "  %s[i] = %s;" % (x, x, y, self.mixed(t, [x + "[i]"]), y,
                                self.mixed(t, [x2 + "[i]"]))),
            (None, "*%s_%d(%s, i) = %s;" % (at, self.number, y, self.mixed(
                t, [x + "[i]"]))),
            (None, "long %s = &%s[n] - &%s[i];\n%s[i] = %s;" % (
                e, x, x, y, self.mixed(t, ["%s[%s & 1]" % (x, e)]))),
            (None, "%s[i] = %s;" % (y, self.mixed(t, ["*%s++" % x]))),
            (None, "%s[i] = %s;" % (y, self.mixed(
                t, ["(i > 2 ? %s : %s + 2)[i]" % (x, x)]))),
            (None, "%s[i] = %s;" % (y, self.mixed(
                t, ["*(%s, %s + i)" % (x, x2)]))),
            ("for (const %s *%s = %s, *%s = %s; %s < %s + n; %s += 2, %s++)" % (
                t, q, x, e, x2, e, x2, q, e),
             "%s[%s - %s] = %s;" % (y, e, x2, self.mixed(
                 t, [q + "[0]", e + "[0]"]))),
        ])
        return self.map_of(text, head)

    def rows(self):
        """Pointers that lie in memory, of which some may be null."""
        t = self.some_type()
        x = self.array("in", 1, t, "pointer").name
        y = self.array("out", 2, t, "pointer").name
        rows = self.name("rows")
        null = self.chance(0.4)
        self.before = "%s *%s[128];\n  for (int r = 0; r < n; r++)\n" \
            "    %s[r] = %s%s + r * m;" % (t, rows, rows, "r %% %d == 1 ? 0 : " % (
                self.r.choice([2, 3, 70])) if null else "", y)
        inner = block("for (int j = 0; j < m; j++)", [Node(
            "%s[i][j] = %s;" % (rows, self.mixed(
                t, [x + "[i]", x + "[j]"])), drop=False)], drop=False)
        if null:
            inner = block(self.r.choice([
                "if (%s[i])", "if (%s[i] != 0)", "if (!%s[i]) continue; else"])
                % rows, [inner], drop=False)
        return block(self.plain(), [inner], drop=False)

    def periodic(self):
        """A scalar that goes round through a few values, and a place that moves
        where it has one of them."""
        t = self.some_type()
        x = self.array("in", 1, t, "pointer").name
        y = self.array("out", 1, t, "pointer").name
        s, k = self.name("s"), self.name("k")
        by, last = self.r.choice([1, 1, 2, 3]), self.r.choice([1, 2, 3, 7, 11])
        end, move = by * last, "%s += %d;" % (k, self.r.choice([1, 1, 0, -1]))
        bits = 1 << last
        ctype = self.r.choice(["int", "unsigned", "long", "short"])
        start, text = self.r.choice([
            (by * self.r.randrange(last + 1),
             "if (%s == 0) { %s = %d; %s } else %s -= %d;" % (
                 s, s, end, move, s, by)),
            (by * self.r.randrange(last + 1),
             "if (%s == %d) { %s = 0; %s } else %s += %d;" % (
                 s, end, s, move, s, by)),
            (by * self.r.randrange(last + 1),
             "%s += %d; if (%s > %d) { %s %s = 0; }" % (
                 s, by, s, end, move, s)),
            (1 << self.r.randrange(last + 1),
             "%s >>= 1; if (%s == 0) { %s = %d; %s }" % (s, s, s, bits, move)),
            (1 << self.r.randrange(last + 1),
             "if (%s == %d) { %s = 1; %s } else %s <<= 1;" % (
                 s, bits, s, move, s)),
            (self.r.randrange(2), "if (%s) { %s } %s = !%s;" % (s, move, s, s)),
            (self.r.randrange(2), "%s = 1 - %s; if (!%s) { %s }" % (
                s, s, s, move)),
        ])
        if self.chance(0.1):
            start, ctype = start + 1, "unsigned"
        self.results.append((ctype, s, str(start)))
        self.results.append(("long", k, "n / 2" if "-" in move else "0"))
        at = "%s[%s < 0 ? 0 : %s]" % (x, k, k) if "-" in move else \
            "%s[%s]" % (x, k)
        stmts = [Node("%s[i] = %s;" % (y, self.mixed(
            t, [at, "(%s)(%s & 15)" % (t, s)])), drop=False),
                 Node(text, drop=False)]
        if self.chance(0.3):
            stmts.reverse()
        return block(self.plain(), stmts, drop=False)

    def blocks(self):
        """Elements that several iterations in turn change or fill."""
        t = self.r.choice(["unsigned", "unsigned long", "unsigned char", "int"])
        x = self.array("in", 1, t, "pointer").name
        z = self.array("inout", 1, t, "pointer").name
        d = self.r.choice([2, 3, 4, 8, 10])
        v, k, s = self.name("v"), self.name("k"), self.name("s")
        step = "(%s)(%%s * 3ul + (unsigned long)%s[i] + %d)" % (
            t, x, self.r.randrange(9))
        start = self.r.randrange(d)
        if self.chance(0.4):
            at = self.r.choice(["{z}[(i + {c}) / {d}]", "{z}[i / {d}]"]).format(
                z=z, c=start, d=d)
            test = self.r.choice(["", "", "if (%s[i] & 1) " % x])
            return block("for (int i = 0; i < n; i++)", [Node(
                "%s%s = %s;" % (test, at, step % at), drop=False)], drop=False)
        self.results += [(t, v, "2"), ("long", k, "0"), ("int", s, str(start))]
        stmts = [Node("%s = %s;" % (v, step % v), drop=False), Node(
            "if (%s == %d) { %s[%s++] = %s; %s = %s; %s = 0; } else %s++;" % (
                s, d - 1, z, k, v, v, self.r.choice(
                    ["7", "7", "(%s)%s" % (t, k), "%s[0]" % x]), s, s),
            drop=False)]
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)

    def addressed(self):
        """Scalars that are reached by address or are global."""
        t = self.r.choice(FLOATS + ["unsigned", "unsigned long", "int"])
        x = self.array("in", 1, t, "pointer").name
        z = self.array("inout", 1, t, "pointer").name
        g = "g_%s_%d" % (self.name("v"), self.number)
        count = "g_%s_%d" % (self.name("n"), self.number)
        self.extra.append("static %s %s = 3;\nstatic int %s = %d;" % (
            t, g, count, max(self.n, 0)))
        self.results.append((t, "last", "0"))
        self.after = "last = %s;" % g
        value = x + "[i]" if t in FLOATS else "(%s)(%s[i] & 15)" % (t, x)
        target = self.r.choice(["*" + z, g, z + "[1]"])
        text = self.r.choice([
            "%s += %s;" % (target, value),
            "if (%s > %s)\n  %s = %s;" % (value, target, target, value),
            "%s += %s;\n%s[i + 2] = %s;" % (g, value, z, value),
            "%s[i] = %s + %s;" % (z, value, g),
            "%s = %s;" % (target, value)])
        return self.map_of(text, self.plain(self.r.choice(["n", count])))

    def clamped(self):
        """Indices and windows that end where the array does."""
        self.n = max(self.n, 1)
        t = self.some_type()
        x = self.array("in", 1, t, "pointer").name
        y = self.array("out", 1, t, "pointer").name
        index = self.r.choice(["long", "long", "int", "long long", "size_t",
                               "unsigned"])
        s, k, lo, hi = (self.name(v) for v in ("s", "k", "lo", "hi"))
        back, on = self.r.randint(0, 4), self.r.randint(0, 4)
        lows = ["i > {b} ? i - {b} : 0", "i < {b} ? 0 : i - {b}",
                "i > {b} ? i > {c} ? i - {c} : i - {b} : 0",
                "i < {b} ? 0 : i < {c} ? i - {b} : i - {c}"]
        highs = ["i + {o} > n ? n : i + {o}"]
        windows = ["for ({i} {k} = {low}; {k} < ({high}); {k}++)\n"
                   "  {s} += {x}[{k}];\n"]
        if index not in ("size_t", "unsigned"):  # the others go below zero
            lows.append("i - {b} < 0 ? 0 : i - {b}")
            highs.append("i < n - {o} ? i + {o} : n")
            windows.append(
                "{i} {lo} = i - {b}, {hi} = i + {o};\n"
                "if ({lo} < 0)\n  {lo} = 0;\nif ({hi} > n)\n  {hi} = n;\n"
                "for ({i} {k} = {lo}; {k} < {hi}; {k}++)\n"
                "  {s} += {x}[{k}];\n{s} += ({hi} - {lo});\n")
        low = self.r.choice(lows).format(b=back, c=back + on)
        high = self.r.choice(highs).format(o=on)
        total = "double" if t in FLOATS else "unsigned long"
        window = "%s %s = 0;\n" % (total, s) + self.r.choice(windows).format(
            i=index, k=k, low=low, high=high, s=s, x=x, lo=lo, hi=hi, b=back,
            o=on) + "%s[i] = %s;" % (y, self.mixed(t, [s]))
        one = "%s %s = %s;\n%s[i] = %s;" % (index, k, low, y, self.mixed(
            t, ["%s[%s]" % (x, k), "%s[i]" % x]))
        text = self.r.choice([window, window, one])
        if self.chance(0.5):
            text = "if (%s[i] > 1) {\n  %s\n}" % (
                x, text.replace("\n", "\n  "))
        return self.map_of(text, "for (%s i = 0; i < n; i++)" % index)

    # -- objects -----------------------------------------------------------------
    def initialised(self):
        """Arrays of one iteration with their first values."""
        t = self.r.choice(FLOATS + ["int", "unsigned char", "short"])
        x = self.array("in", 1, t)
        y = self.array("out", 1, t)
        w = self.name("w")
        a = x.element("i", None, True)
        decl, cell = self.r.choice([
            ("%s %s[4] = {1, 2};" % (t, w), "%s[i & 3]" % w),
            ("%s %s[4] = {%s, 3, %s};" % (t, w, a, a), "%s[i & 3]" % w),
            ("%s %s[3][3] = {{1, 2}, {3}, {4, 5, 6}};" % (t, w),
             "%s[i %% 3][(i + 1) %% 3]" % w),
            ("%s %s[40] = {7};" % (t, w), "%s[i & 31]" % w),
            ("%s %s[8] = {[3] = 5, [6] = 2};" % (t, w), "%s[i & 7]" % w),
            ("char %s[] = \"abcde\";" % w, "%s[i & 3]" % w),
            ("static const %s %s[4] = {4, 3, 2, 1};" % (t, w),
             "%s[i & 3]" % w),
        ])
        lines = [decl]
        if "const" not in decl and "char %s" % w not in decl \
                and "[3][3]" not in decl:
            lines.append(self.r.choice([
                "", "%s[i & 3] = %s;" % (w, a),
                "for (int k = 0; k < 4; k++)\n  %s[k] = %s;" % (
                    w, self.mixed(t, ["%s[k]" % w, a])),
                "for (int k = 1; k < 4; k++)\n  %s[k] = %s;" % (
                    w, self.mixed(t, ["%s[k - 1]" % w, "%s[k]" % w]))]))
        lines.append("%s = %s;" % (y.element("i", None, True), self.mixed(
            t, ["(%s)%s" % (t, cell), a])))
        return self.map_of("\n".join(line for line in lines if line))

    def structures(self):
        """Structures as variables, by pointer, in arrays."""
        t = self.r.choice(FLOATS + ["int", "short"])
        x = self.array("in", 1, t).element("i", None, True)
        y = self.array("out", 1, t, "pointer").name
        s, v, q = "struct pt%d" % self.number, self.name("v"), self.name("q")
        g = "g_%s_%d" % (v, self.number)
        self.extra.append(
            "%s {\n  %s a, b;\n  int k;\n  unsigned bits : 5;\n"
            "  struct {\n    %s c;\n  } in;\n  %s d[3];\n};\n"
            "static %s %s[128];" % (s, t, t, t, s, g))
        text = self.r.choice([
            "{s} {v};\n{v}.a = {x};\n{v}.k = i & 3;\n"
            "{y}[i] = {v}.k > 1 ? {v}.a : 0;",
            "{s} {v}, *{q} = &{v};\n{q}->b = {x};\n{v}.in.c = {v}.b;\n"
            "{y}[i] = {q}->in.c;",
            "{s} {v};\nfor (int k = 0; k < 3; k++)\n  {v}.d[k] = {x};\n"
            "{y}[i] = {v}.d[1];",
            "{s} {v} = {{{x}, 2, 3, 4, {{1}}, {{5, 6, 7}}}};\n"
            "{y}[i] = {v}.a;",
            "{g}[i].a = {x};\n{y}[i] = {g}[i].a;",
            "{s} *{q} = &{g}[3];\n{y}[i] = {q}->a;",
            "{y}[i] = {g}[2].d[i & 1];",
            "{g}[0].bits = 3;\n{y}[i] = {x};",
            "{g}[0].k += i;\n{y}[i] = {x};",
        ]).format(s=s, v=v, q=q, x=x, y=y, g=g)
        self.results.append(("int", "last", "0"))
        self.after = "last = %s[0].k + (int)%s[0].bits;" % (g, g)
        return self.map_of(text)

    def punning(self):
        """Bits of one type as another."""
        t, u = self.r.choice([("float", "unsigned"), ("float", "int"),
                              ("double", "unsigned long"), ("int", "unsigned")])
        x = self.array("in", 1, t).element("i", None, True)
        y = self.array("out", 1, u).element("i", None, True)
        a, b = self.name("a"), self.name("b")
        return self.map_of(
            "%s %s = %s;\n%s %s;\nmemcpy(&%s, &%s, sizeof %s);\n"
            "%s = %s;" % (t, a, x, u, b, b, a, b, y,
                          self.mixed(u, [b]) if self.chance(0.5) else b))

    # -- functions and operators -------------------------------------------------
    def exact_math(self):
        """<math.h> without rounding, or with one."""
        t = self.r.choice(FLOATS)
        x = self.array("in", 1, t)
        y = self.array("out", 1, t)
        a, k, f = self.name("a"), self.name("k"), self.name("f")
        s, l = ("f", "f") if t == "float" else ("", "")
        v, w = x.element("i", None, True), x.element("i + 1", None, True)
        if self.chance(0.25):  # results in two places
            text = self.r.choice([
                "int {k} = 0;\n{t} {f} = isfinite({v}) ? frexp{s}({v}, &{k}) "
                ": 0;\n{y} = {f} + {k};",
                "{t} {k};\n{t} {f} = modf{s}({v}, &{k});\n{y} = {f} - {k};"])
        else:
            text = "%s {a} = %s;\n{y} = {a};" % (t, self.r.choice(EXACT))
        text = text.format(t=t, a=a, k=k, f=f, s=s, l=l, v=v, w=w,
                           y=y.element("i", None, True))
        return self.map_of(text.format(s=s, l=l, v=v, w=w))

    def close_math(self):
        """The rest of <math.h>."""
        self.uses_math = True
        t = self.r.choice(FLOATS)
        x = self.array("in", 1, t)
        y = self.array("out", 1, t).element("i", None, True)
        s, l = ("f", "f") if t == "float" else ("", "")
        v = "(fabs%s(%s) + 0.25%s)" % (s, x.element("i", None, True), l)
        v = "fmin%s(%s, 16)" % (s, v)
        return self.map_of("%s = %s;" % (y, self.r.choice(CLOSE).format(
            s=s, l=l, v=v)))

    def operators(self):
        """Operators and statements that are seldom used."""
        t = self.r.choice(["int", "long", "short", "signed char"])
        x = self.array("in", 1, t).element("i", None, True)
        y = self.array("out", 1, t).element("i", None, True)
        k, e = self.name("k"), "E%d_" % self.number
        self.extra.append("enum { %sA = 3, %sB };" % (e, e))
        text = self.r.choice([
            "{y} = {x} ?: 5;",
            "switch ((int){x} & 7) {{\ncase 1 ... 3:\n  {y} = 1;\n  break;\n"
            "case {e}B:\n  ;\n  int {k} = 6;\n  {y} = ({t}){k};\n  break;\n"
            "default:\n  {y} = 0;\n}}",
            "int {k} = (int){x};\n{y} = ({t})({k}++, {k} & 63);",
            "{y} = ({t})(sizeof {x} + sizeof(int[3]) + (size_t){e}A);",
            "{y} = ({t})abs((int)({x} - 60));",
            "{y} = ({t})labs((long){x} - 60L);",
            "{y} = ({t})_Generic({x}, char: 1, short: 2, default: 3);",
            "{y} = __builtin_expect({x} > 5, 1) ? +{x} : {e}A;",
            "{y} = 0;\n;\n{{\n  {y} = {x};\n}}",
            "int {k} = 0;\nif ({x} > 9)\n  goto out{n};\n{k} = 4;\nout{n}:\n"
            "{y} = ({t}){k};",
            "do\n  {y} = {x};\nwhile (0);",
            "int {k} = 3;\nwhile ({k}-- && {x} > {k})\n  ;\n{y} = ({t}){k};",
            "volatile int {k} = 2;\n{y} = ({t}){k};",
            "{y} = ({t})(!{x} + !!{x} * 2 - -(int)({x} & 3) + 'a' % 7);",
            "register int {k} = (int){x} | 1;\n{k} <<= 2, {k} ^= 5, {k} %= 9;"
            "\n{y} = ({t}){k};",
            "const {t} {k} = {x};\n{y} = ({t})(({{ {k}; }}) + 1);",
            "{y} = ((int[]){{4, 5, 6}})[i % 3];",
        ])
        return self.map_of(text.format(x=x, y=y, k=k, e=e, t=t,
                                       n=self.number))

    def counting(self):
        """Loops that count in unusual ways."""
        self.n = max(self.n, 0)
        t = self.some_type()
        x = self.array("in", 1, t)
        y = self.array("inout", 1, t)
        g = "g_%s_%d" % (self.name("step"), self.number)
        self.extra.append("static int %s = %d;" % (g, self.r.randint(1, 3)))
        write = "%s = %s;" % (y.element("i", None, True), self.mixed(
            t, [x.element("i", None, True)]))
        i = self.r.choice(["int", "int", "long", "unsigned", "short",
                           "size_t"])
        n = "n" if i in ("int", "long", "short") else "(%s)n" % i
        head = self.r.choice([
            "for ({i} i = 0; i < {n}; i = i + 2)",
            "for ({i} i = 0; i < {n}; i = 3 + i)",
            "for ({i} i = 0; {n} > i; ++i)",
            "for ({i} i = 0; !(i >= {n}); i++)",
            "for ({i} i = 0; i + 3 < {n}; i++)",
            "for ({i} i = 1; 2 + i <= {n}; i++)",
            "for ({i} i = 0; {n} > i + 1; i += 2)",
            "for ({i} i = 0; i * 2 < {n}; i++)",
            "for ({i} i = 0; i < {n} && i < ({i})m; i++)",
            "for ({i} i = 0; i < ({n} < ({i})m ? {n} : ({i})m); i++)",
            "for ({i} i = 0; i < {n}; i += ({i}){g})",
            "for ({i} i = {n}; i != 0; i--)",
            "for ({i} i = {n}; i >= 1; i -= 1)",
            "for ({i} i = 0; i <= {n} / 2; i++)",
            "for ({i} i = 0; i * i < {n}; i++)",
            "for ({i} i = 1; i < {n}; i *= 2)",
            "for ({i} i = {n}; i; i >>= 1)",
            "for ({i} i = 0; i != {n}; i++)",
            "for (int i = n; --i >= 0;)",
            "for (int i = -1; ++i < n;)",
            "for (int i = n - 1; ~i; i--)",
            "for (int i = 0; i - n; i++)",
        ]).format(i=i, n=n, g=g)
        if self.chance(0.15):
            self.before = "int i = 0;"
            return block("while (i < n)", [Node(write, drop=False),
                                           Node("i++;", drop=False)],
                         drop=False)
        return self.map_of(write, head)

    # -- nests -------------------------------------------------------------------
    def accumulate(self):
        """Elements that inner loops add to."""
        t = self.r.choice(FLOATS + ["unsigned", "unsigned long", "int"])
        a, b = self.array("in", 2, t), self.array("in", 2, t)
        c = self.array("inout", 2, t)
        x, y = self.array("in", 1, t), self.array("inout", 1, t)
        loop = {"i": self.plain(), "j": "for (int j = 0; j < m; j++)"}

        def nest(order, text, zero=None):
            inner = [Node(text, drop=False)]
            for k, var in reversed(list(enumerate(order))):
                inner = [block(loop[var], inner, drop=False)]
                if zero and k == len(order) - 1:
                    inner.insert(0, Node(zero))
            return inner[0] if len(inner) == 1 else None

        def product(p, q):
            if t == "int":
                return "(%s & 15) * (%s & 7)" % (p, q)
            return "%s * %s" % (p, q)
        if self.chance(0.5):
            at = y.element("i", None, True)
            text = "%s %s %s;" % (at, self.r.choice(["+=", "-="]), product(
                a.element("i", "j", True), x.element("j", None, True)))
            if self.chance(0.4):
                return nest("ji", text)
            body = [block(loop["j"], [Node(text, drop=False)], drop=False)]
            if self.chance(0.6):
                body.insert(0, Node("%s = 0;" % at))
            if self.chance(0.3):
                body.append(Node("%s = %s;" % (at, self.mixed(t, [at]))
                                 if t not in FLOATS else "%s *= 2;" % at))
            return block(loop["i"], body, drop=False)
        rows = "(n < m ? n : m)"
        for var in "ijk":
            loop[var] = "for (int %s = 0; %s < %s; %s++)" % (
                var, var, rows, var)
        text = "%s += %s;" % (c.element("i", "j", True), product(
            a.element("i", "k", True), b.element(*self.r.choice(
                [("k", "j"), ("j", "k")]), True)))
        order = self.r.choice(["ijk", "ikj", "jik", "kij"])
        return nest(order, text, "%s = 0;" % c.element("i", "j", True)
                    if order in ("ijk", "jik") else None) or nest(order, text)

    def borders(self):
        """A nest in which the first and last rows and columns differ."""
        t = self.some_type()
        x = self.array("in", 2, t)
        y = self.array(self.r.choice(["out", "inout"]), 2, t)
        at = y.element("i", "j", True)
        inside = "%s = %s;" % (at, self.mixed(t, [
            x.element("i + %d" % self.r.choice([0, 1]),
                      "j + %d" % self.r.choice([0, 1]), True),
            x.element("i", "j", True)]))
        edge = self.r.choice(["%s = 0;" % at, "%s = %s;" % (
            at, x.element("i", "j", True)), ";"])
        tests = self.r.sample([
            "i == 0", "j == 0", "i == n - 1", "j == m - 1", "j < 2",
            "j > m - 3", "i < 1", "j + 1 >= m", "1 > j", "m - 1 <= j",
            "j == 1", "(n & 1)"], self.r.randint(1, 4))
        text = self.r.choice([
            "if ({c})\n  {e}\nelse\n  {b}", "if (!({c}))\n  {b}",
            "if ({c}) {{\n  {e}\n  continue;\n}}\n{b}",
            "if ({c})\n  {e}\nif ({d})\n  {b}"]).format(
                c=" || ".join(tests), d=tests[0], e=edge, b=inside)
        inner = block(self.r.choice([
            "for (int j = 0; j < m; j++)", "for (int j = 1; j < m; j++)",
            "for (int j = 0; j < 24; j++)"]), [Node(text, drop=False)],
                      drop=False)
        if "24" in inner.head:
            self.m = 32
        return block(self.plain(), [inner], drop=False)

    def transpose(self):
        """Rows become columns."""
        t = self.some_type()
        x = self.array("in", 2, t, "pointer").name
        y = self.array("inout", 2, t, "pointer").name
        side = "(n < m ? n : m)"
        i, j, a, b = self.r.choice([
            ("n", "m", "j * (n + 1) + i", "i * m + j"),
            ("n", "m", "i * m + j", "j * (n + 1) + i"),
            (side, side, "j * m + i", "i * m + j"),
            (side, "i", "j * m + i", "i * m + j")])
        value = self.mixed(t, ["%s[%s]" % (x, b)] + self.r.choice(
            [[], ["%s[%s]" % (y, a)], ["%s[i]" % x]]))
        inner = block("for (int j = 0; j < %s; j++)" % j, [Node(
            "%s[%s] = %s;" % (y, a, value), drop=False)], drop=False)
        return block(self.plain(i), [inner], drop=False)

    def narrow(self):
        """Subscripts that are computed in types other than long."""
        self.n = max(self.n, 0)
        t = self.some_type()
        x = self.array("in", 2, t, "pointer").name
        y = self.array("inout", 2, t, "pointer").name
        k, u = self.name("k"), self.r.choice(
            ["unsigned", "unsigned short", "short", "size_t", "unsigned char",
             "signed char", "long"])
        at = self.r.choice([
            "i * m + j", "(i + 1) * (m + 1) + j", "(unsigned)i * m + j",
            "i * m + (m - 1 - j)", "(n - i) * m - j", "j * (n < 9 ? 1 : 0) + i",
            "(i * m + j) & 63", "(i * m + j) % 50u", "(i * i + j) % (m + 1)"])
        if "char" in u:  # must not leave the array
            at = "(%s) & 31" % at
        text = "%s %s = (%s)(%s);\n%s[%s] = %s;" % (
            u, k, u, at, y, self.r.choice([k, "i * m + j"]),
            self.mixed(t, ["%s[%s]" % (x, k)]))
        inner = block("for (%s j = 0; j < (%s)m; j++)" % (
            (self.r.choice(["int", "unsigned", "long"]),) * 2),
                      [Node(text, drop=False)], drop=False)
        return block(self.plain(), [inner], drop=False)

    def unsigned_rows(self):
        """Rows of unsigned sizes whose ends the outer loop computes."""
        self.n = max(self.n, 0)
        t = self.some_type()
        x = self.array("in", 2, t, "pointer").name
        y = self.array("inout", 2, t, "pointer").name
        k, w = self.r.choice([1, 2]), self.name("w")
        self.m = max(self.m, k)
        index = self.r.choice(["unsigned", "unsigned", "size_t",
                               "unsigned short"])
        self.typed.append((index, w, self.m))
        first = self.r.choice([0, k])
        end = self.r.choice(["{w} - {k}", "{w} / 2", "{w} % 8", "({w} + 1) / 2",
                             "{w} - i % {k}", "i < {w} ? {w} - i : 0"]).format(
                                 w=w, k=k)
        head = self.r.choice([
            "for ({t} j = {f}; j < ({e}); j++)",
            "for ({t} j = {f}; j < ({e}); j++)",
            "for ({t} j = {w} - 1; j < {w}; j--)"]).format(
                t=index, f=first, e=end, w=w)
        at = "i * %s + j" % w
        near = [at, at + " + 1", "(i + 1) * %s + j" % w]
        if first == k and "j--" not in head:
            near.append(at + " - %d" % k)
        to = at
        if "i" not in end and "j--" not in head and self.chance(0.4):
            to = "i * (%s) + j" % end
        text = "%s[%s] = %s;" % (y, to, self.mixed(t, [
            "%s[%s]" % (x, self.r.choice(near)) for _ in range(2)]))
        return block("for (%s i = 0; i < (%s)n; i++)" % (index, index), [
            block(head, [Node(text, drop=False)], drop=False)], drop=False)

    def scratch(self):
        """Loops over arrays of their own, several times."""
        self.pragma = self.r.choice(["#pragma loft", "#pragma loft region"])
        t = self.r.choice(FLOATS + ["int", "unsigned short"])
        z = self.array("inout", 1, t, "pointer").name
        w, size = self.name("w"), self.r.choice([5, 16, 40])
        body = [Node("%s %s[%d];" % (t, w, size), drop=False)] + [
            block("for (int i = 0; i < %d; i++)" % size, [Node(
                text, drop=False)], drop=False) for text in (
                    "%s[i] = %s;" % (w, self.mixed(t, [
                        "%s[i]" % z, "%s[i + 1]" % z])),
                    "%s[i] = %s;" % (z, self.mixed(t, [
                        "%s[%s]" % (w, self.r.choice(
                            ["i", "%d - i" % (size - 1), "i / 2"]))])))]
        return block(self.r.choice(
            ["for (int t = 0; t < 3; t++)", "for (int t = 0; t < m; t++)"]),
                     body, drop=False)

    def large(self):
        """Folds over more elements than one work-group has."""
        self.n, self.m = self.r.choice([700, 2000, 9000, 70000]), 1
        self.has_struct = self.is_chained = False
        t = self.r.choice(FLOATS * 2 + ["int", "unsigned char", "long"])
        x = self.array("in", 1, t, "pointer").name
        y = self.array("in", 1, t, "pointer").name
        stmts = []
        for _ in range(self.r.randint(1, 3)):
            r = self.name("r")
            u = t if t in FLOATS else self.r.choice(["int", "unsigned long"])
            self.results.append((u, r, "1"))
            stmts.append(Node(self.r.choice([
                "{r} += {x}[i];", "{r} += {x}[i] * {y}[i];", "{r} -= {y}[i];",
                "if ({x}[i] > {r})\n  {r} = {x}[i];",
                "if ({x}[i] > 1)\n  {r} += 2;",
                "{r} = {r} < {y}[i] ? {r} : {y}[i];"]).format(
                    r=r, x=x, y=y), drop=False))
        if self.n < 2500 and self.chance(0.3):
            z = self.array("out", 1, t, "pointer").name
            stmts.append(Node("%s[i] = %s[i];" % (z, x)))
        return block(self.plain(), stmts, drop=False)


CORNERS = ["clamped", "clamped", "pointers", "pointers", "rows", "addressed",
           "periodic", "blocks",
           "initialised", "structures", "punning", "exact_math", "close_math",
           "operators", "counting", "counting", "accumulate", "accumulate",
           "borders", "transpose", "narrow", "unsigned_rows", "scratch",
           "large"]
# Folds of floats that must be exact, and what has values of its own.
EXACT_FLOATS = ["addressed", "accumulate", "large"]
