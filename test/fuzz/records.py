"""test/fuzz/records.py: structures in arrays and as values: fields of several
types, arrays, complex numbers, bit-fields and unions in them, packed ones; gathered,
copied, passed, returned, chosen, changed through pointers, or all behind an array
of pointers.

Integers are computed in unsigned types, so that no value can overflow.
"""
import re

from pieces import Node, block

WHOLE = ["int", "short", "unsigned char", "unsigned", "signed char", "long"]
SIZES = {"char": 1, "signed char": 1, "unsigned char": 1, "short": 2,
         "unsigned short": 2, "int": 4, "unsigned": 4, "float": 4, "long": 8,
         "unsigned long": 8, "double": 8}  # bytes
SIZE = 128  # structures in an array; no more iterations


class Records:
    """A further shape of a program (generate.py)."""

    def record_fields(self):
        """(name, type, kind) of some fields; the kind is "i" for integers, "f"
        for floats, "v" for an array of three, "c" for a complex number, "b" for
        a bit-field, "w" for a union of a float and an integer, "x" for one that
        also has the parts of these."""
        out = []
        few = self.r.sample(WHOLE + ["float", "double"], 3)
        for k in range(self.r.choice([2, 3, 3, 4, 5])):
            ctype = self.r.choice(few)
            kind = "f" if ctype in ("float", "double") else "i"
            if kind == "f" and self.chance(0.25):
                kind = "c"
            elif self.chance(0.2):
                kind = "v"
            elif kind == "i" and self.chance(0.1):
                ctype, kind = "unsigned", self.r.choice("bwx")
            out.append(("m%d" % k, ctype, kind))
        return out

    def declaration(self, fields):
        """The members of the structure."""
        text = {"i": "%s %s;", "f": "%s %s;", "v": "%s %s[3];",
                "c": "%s _Complex %s;", "b": "%s %s : 5;",
                "w": "union { %s u; float f; } %s;",
                "x": "union { %s u; float f; unsigned char b[4]; short h[2]; } %s;"}
        return " ".join(text[kind] % (t, f) for f, t, kind in fields)

    def record_operate(self, t, kind, x, y):
        """x op y as a value of type "t"."""
        if kind == "c":
            return "%s %s %s" % (x, self.r.choice("+-*"), y)
        if t in ("float", "double"):
            return "%s %s %s" % (x, self.r.choice("+-*"), y)
        return "(%s)((unsigned long)%s %s (unsigned long)%s)" % (
            t, x, self.r.choice("+-*^"), y)

    def record_changes(self, fields, to, x, y, written=True):
        """Statements that set fields of "to" from those of "x" and "y"."""
        lines = []
        for f, t, kind in fields:
            if kind == "b" and not written or self.chance(0.3):
                continue
            if kind == "v" and self.chance(0.5):
                at = "%s[k]" % f
                lines.append("for (int k = 0; k < 3; k++)\n  %s%s = %s;" % (
                    to, at, self.record_operate(t, kind, x + at, y + at)))
                continue
            at = f + {"v": "[%d]" % self.r.randrange(3), "w": ".u", "x": ".u"}.get(
                kind, "")
            if kind == "x" and self.chance(0.6):
                part = self.r.choice([".b[%d]", ".h[%d]"])
                lines.append("%s%s = %s%s;" % (
                    to, f + part % self.r.randrange(2), y,
                    f + part % self.r.randrange(2)))
                continue
            if kind in "wx" and self.chance(0.4):
                lines.append("%s%s.f = %s%s.f;" % (to, f, y, f))
                continue
            lines.append("%s%s = %s;" % (to, at, self.record_operate(
                t, kind, x + at, y + at)))
        return lines or [";"]

    def record_literal(self, fields, v, w):
        """An initializer: of integers from "v", of floats from "w"."""
        out = []
        named = self.chance(0.5)
        for f, t, kind in fields:
            one = w if t in ("float", "double") else v
            if kind == "v":
                one = "{%s, %s}" % (one, one)
            elif kind == "c":
                one = "%s + 2.0f * (__extension__ 1.0fi)" % one
            elif kind in "wx":
                one = "{.f = %s}" % w if self.chance(0.5) else "{%s}" % v
            elif kind == "b":
                one = "%s & 31" % one
            else:
                one = "(%s)(%s)" % (t, one)
            if named and self.chance(0.3):
                continue
            out.append((".%s = " % f if named else "") + one)
        return "{%s}" % ", ".join(out or ["0"])

    def record_test(self, fields, x, y):
        """A comparison of fields of "x" and "y", or of the iteration."""
        plain = [f for f, t, kind in fields if kind in "if"]
        if plain and self.chance(0.7):
            f = self.r.choice(plain)
            return "%s%s %s %s%s" % (x, f, self.r.choice(["<", ">", "=="]), y,
                                     f)
        return "%s" % self.r.choice(["n > 5", "n & 1"])

    def record_helpers(self, s, fields):
        """Functions of structures: comb, made, bump."""
        early = ["if (%s)\n  return %s;" % (
            self.record_test(fields, "a.", "b."), self.r.choice("ab"))] \
            if self.chance(0.4) else []
        comb = early + self.record_changes(fields, "a.", "a.", "b.") + ["return a;"]
        made = "return (struct %s)%s;" % (s, self.record_literal(fields, "k", "w"))
        bump = self.record_changes(fields, "p->", "p->", "q->", False)
        return [
            "static inline struct %s\ncomb_%s(struct %s a, struct %s b, int n)"
            "\n{\n%s\n}" % (s, s, s, s, "\n".join(comb)),
            "static inline struct %s\nmade_%s(int k, float w)\n{\n%s\n}" % (
                s, s, made),
            "static inline void\nbump_%s(struct %s *p, const struct %s *q)"
            "\n{\n%s\n}" % (s, s, s, "\n".join(bump))]

    def is_full(self, fields):
        """Whether the structure has no padding and numbers alone."""
        at, align = 0, 1
        for _, ctype, kind in fields:
            size = SIZES.get(ctype)
            if size is None or kind in "bwx" or at % size:
                return False
            at += size * {"v": 3, "c": 2}.get(kind, 1)
            align = max(align, size)
        return at % align == 0

    def record_bytes(self, fields, places):
        """A statement that copies or clears the bytes of a structure."""
        if not self.is_full(fields):
            return "t = u;"
        return self.r.choice([
            "memcpy(&r_$[i], &q_$[%s], sizeof r_$[i]);" %
            self.r.choice(places),
            "if ((i & 3) == 1)\n  memset(r_$ + i, 0, sizeof(struct $));"])

    def record_statements(self, s, fields, places):
        """Statements on the local structures t and u, and on the arrays."""
        value = self.r.choice([
            "comb_$(t, u, n)", "comb_$(u, q_$[i], n)", "made_$(i, 3)",
            "i & 1 ? t : u", "(struct $)" + self.record_literal(fields, "i", "2"),
            "q_$[%s]" % self.r.choice(places), "made_$(3, 0.5f)"])
        return self.r.choice([
            "t = %s;" % value, "u = %s;" % value, "t = u = %s;" % value,
            "bump_$(&t, &u);", "bump_$(&u, &q_$[i]);",
            "for (int k = 0; k < (i & 3); k++)\n  t = comb_$(t, u, k);",
            "if (%s) {\n  struct $ v = t;\n  t = u;\n  u = v;\n}" %
            self.record_test(fields, "t.", "u."),
            "struct $ *p%d = &r_$[i];\nbump_$(p%d, &t);" % (
                self.fresh, self.fresh),
            "r_$[i] = comb_$(u, t, n);" if not any(
                kind == "b" for _, _, kind in fields) else "t = u;",
            self.record_bytes(fields, places),
        ]).replace("$", s)

    def record_tables(self, s):
        """Makes arrays of pointers to the structures, in some order: what sets
        them, and a function that puts them into the text of a statement."""
        if not self.chance(0.35):
            return "", lambda text: text
        orders = ["k", "k", "n - 1 - k", "k * 7 %% %d" % SIZE,
                  "(k ^ 1) %% %d" % SIZE]
        self.extra.append("static struct %s *qp_%s[%d], *rp_%s[%d];" % (
            s, s, SIZE, s, SIZE))
        setting = "\n  qp_%s[k] = &q_%s[%s];\n  rp_%s[k] = &r_%s[%s];" % (
            s, s, self.r.choice(orders + ["k / 2"]), s, s,
            self.r.choice(orders * 3 + ["k / 2"]))

        def put(text):
            text = text.replace("r_%s + i" % s, "rp_%s[i]" % s)
            return re.sub(
                r"\b([qr])_%s\[((?:[^\[\]]|\[[^\[\]]*\])*)\]" % s,
                r"\1p_%s[\2][0]" % s, text)
        return setting, put

    def records(self):
        """A loop over arrays of structures."""
        s, fields = "t%d" % self.number, self.record_fields()
        x = self.array("in", 1, self.r.choice(["int", "short"]), "pointer")
        w = self.array("in", 1, "float", "pointer")
        self.n = min(self.n, SIZE)
        self.exact_floats, self.special = False, self.chance(0.4)
        idx = self.index_array()
        v, f = x.element("k", None, True), w.element("k", None, True)
        packed = self.r.choice(["", "", "", " __attribute__((aligned(16)))"])
        if self.chance(0.3) and all(kind in "ifvb" for _, _, kind in fields):
            packed = " __attribute__((packed))"
        self.extra += ["struct %s { %s }%s;" % (s, self.declaration(fields),
                                                packed),
                       "static struct %s q_%s[%d], r_%s[%d];" % (
                           s, s, SIZE, s, SIZE)] + self.record_helpers(s, fields)
        setting, put = self.record_tables(s)
        self.before = "for (int k = 0; k < n; k++) {\n  q_%s[k] = (struct %s)" \
            "%s;\n  r_%s[k] = (struct %s)%s;%s\n}" % (
                s, s, self.record_literal(fields, v, f), s, s,
                self.record_literal(fields, "k", "1"), setting)
        places = ["i", "n - 1 - i", "%s[i]" % idx]
        stmts = [Node(put("struct %s t = q_%s[%s], u = made_%s(%s, %s);" % (
            s, s, self.r.choice(places), s, x.element("i", None, True),
            w.element("i", None, True))), drop=False)]
        for _ in range(self.r.choice([1, 2, 3, 4])):
            self.fresh += 1
            stmts.append(Node(put(self.record_statements(s, fields, places))))
        stmts += [Node(put(line)) for line in self.record_changes(
            fields, "r_%s[i]." % s, "t.", "u.", False)]
        lines = []
        for name, t, kind in fields:
            out = self.array("out", 1, t, "pointer")
            at = {"v": "r_%s[k].%s[1]", "c": "__imag__ r_%s[k].%s",
                  "w": "r_%s[k].%s.u", "x": "r_%s[k].%s.u"}.get(kind, "r_%s[k].%s") % (s, name)
            lines.append("  %s = %s;" % (out.element("k", None, True), at))
            if kind == "c":
                lines.append("  %s += __real__ r_%s[k].%s;" % (
                    out.element("k", None, True), s, name))
        self.after = "for (int k = 0; k < n; k++) {\n%s\n}" % "\n".join(lines)
        return block("for (int i = 0; i < n; i++)", stmts, drop=False)
