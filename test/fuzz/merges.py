"""test/fuzz/merges.py: functions of the program's as operators of folds, by the
clause combine(function: variable): products of semigroups on integers, merged
always or sometimes, on either side, in nests, with running values.
"""
from pieces import Node, block

# Fields, the fields of merge(x, y), and a value of v, an unsigned.
PARTS = [
    # sums, products
    (["unsigned {0}"], ["x.{0} + y.{0}"], ["v"]),
    (["unsigned char {0}"], ["(unsigned char)(x.{0} * y.{0})"],
     ["(unsigned char)(v | 1)"]),
    # the least and the most
    (["int {0}", "int {1}"], ["x.{0} < y.{0} ? x.{0} : y.{0}",
                              "x.{1} > y.{1} ? x.{1} : y.{1}"],
     ["(int)v", "(int)(v ^ 5)"]),
    # affine maps
    (["unsigned {0}", "unsigned {1}"],
     ["x.{0} * y.{0}", "x.{1} * y.{0} + y.{1}"], ["v * 2 + 1", "v ^ 9"]),
    # the first, and the last that is set
    (["short {0}"], ["x.{0}"], ["(short)v"]),
    (["long {0}"], ["y.{0} ? y.{0} : x.{0}"], ["v & 1 ? (long)v : 0"]),
    # the greatest sum of neighbours
    (["long {0}", "long {1}", "long {2}", "long {3}"],
     ["x.{0} + y.{0}", "larger(x.{1}, x.{0} + y.{1})",
      "larger(y.{2}, y.{0} + x.{2})",
      "larger(larger(x.{3}, y.{3}), x.{2} + y.{1})"],
     ["(long)(v & 255) - 100"] * 4),
    # an array
    (["unsigned {0}[2]"], ["{{x.{0}[0] + y.{0}[0], x.{0}[1] ^ y.{0}[1]}}"],
     ["{{v, v * 3}}"]),
]


class Merges:
    """A further shape of a program (generate.py)."""

    def merge_struct(self):
        """Fields, their merges and values, of few bytes together."""
        fields, merged, values, k = [], [], [], 0
        for part in self.r.sample(PARTS, self.r.choice([1, 1, 2, 2, 3])):
            names = ["f%d" % (k + i) for i in range(4)]
            k += 4
            for out, texts in zip((fields, merged, values), part):
                out += [t.format(*names) for t in texts]
            if len(fields) > 4:
                break
        return fields, merged, values

    def merge_function(self, s, fields, merged):
        """The function, in one of several manners."""
        head = "static %s\nmerge_%s(%s x, %s y)\n{\n" % (s, s, s, s)
        if self.chance(0.6):
            return head + "return (%s){%s};\n}" % (s, ", ".join(merged))
        lines = ["%s r = x;" % s]
        for f, m in zip(fields, merged):
            if "[" in f:
                return head + "return (%s){%s};\n}" % (s, ", ".join(merged))
            lines.append("r.%s = %s;" % (f.split()[-1], m))
        return head + "\n".join(lines + ["return r;"]) + "\n}"

    def merges(self):
        """A loop that merges values into a variable."""
        s = "s%d" % self.number
        fields, merged, values = self.merge_struct()
        self.extra += [
            "typedef struct { %s; } %s;" % ("; ".join(fields), s),
            "static inline long larger(long x, long y) "
            "{ return x > y ? x : y; }" if not self.extra else "",
            self.merge_function(s, fields, merged),
            "static %s value_%s(unsigned v) { return (%s){%s}; }" % (
                s, s, s, ", ".join(values))]
        self.extra = [e.replace("larger(", "larger%d(" % self.number)
                      for e in self.extra]
        x = self.array("in", 1, self.r.choice(["int", "unsigned char"]),
                       "pointer")
        self.n = min(self.n, 100)
        acc, out = self.name("acc"), self.array("inout", 1, "int", "pointer")
        self.pragma = "#pragma loft combine(merge_%s : %s)" % (s, acc)
        nest = self.chance(0.3)
        e = "value_%s((unsigned)%s)" % (s, "(%s + i)" % x.element(
            "j" if nest else "i", None, True))
        args = (e, acc) if self.chance(0.2) else (acc, e)
        text = "%s = merge_%s(%s, %s);" % (acc, s, *args)
        if self.chance(0.4):
            text = "if (%s > %d)\n  %s" % (
                x.element("i", None, True), self.r.choice([-9, 3, 9]), text)
        first = fields[0].split()[-1]
        stmts = [Node(text, drop=False)]
        if not nest and "[" not in first and self.chance(0.4):
            y = self.array("out", 1, "int", "pointer")
            stmts.insert(self.r.choice([0, 1]), Node("%s = (int)%s.%s;" % (
                y.element("i", None, True), acc, first)))
        if self.chance(0.2):
            stmts.append(Node("%s += 3;" % out.element("i", None, True)))
        body = stmts if not nest else [
            block("for (int j = 0; j < m; j++)", stmts, drop=False)]
        self.before = "%s %s = value_%s(%d);" % (s, acc, s,
                                                 self.r.randint(0, 9))
        lines = []
        for k, f in enumerate(fields):
            t = f.split()[-1].replace("[2]", "[1]")
            lines.append("if (n > %d)\n  %s += (int)%s.%s;" % (
                k, out.element(str(k), None, True), acc, t))
        self.after = "\n".join(lines)
        return block("for (int i = 0; i < n; i++)", body, drop=False)
