"""test/fuzz/pieces.py: what random programs are made of: statements, arrays,
names, expressions. generate.py makes programs of them.
"""
import re

INTS = {
    "signed char": 7, "unsigned char": 8, "short": 15, "unsigned short": 16,
    "int": 31, "unsigned": 32, "long": 63, "unsigned long": 64,
}
FLOATS = ["float", "double"]
# types of array elements besides those
OTHERS = {"_Bool": 1, "char": 7, "long long": 63}
SAFE = 1 << 28  # integer expressions stay below this magnitude


class Node:
    """A statement: head, children, tail. "drop" says whether it may go."""

    def __init__(self, head, children=(), tail="", drop=True):
        self.head, self.tail, self.drop = head, tail, drop
        self.children = list(children)

    def text(self, indent="  "):
        lines = [indent + line for line in self.head.split("\n") if line]
        for child in self.children:
            lines.append(child.text(indent + "  "))
        if self.tail:
            lines.append(indent + self.tail)
        return "\n".join(lines)


class Rename(Node):
    """A statement in which variable "old" is called "new"."""

    def __init__(self, node, old, new):
        super().__init__("", [node], drop=False)
        self.old, self.new = old, new

    def text(self, indent="  "):
        return re.sub(r"(?<![\w.>])%s(?!\w)" % self.old, self.new,
                      self.children[0].text(indent))


def block(head, children, drop=True):
    return Node(head + " {", children, "}", drop)


WIDTH = 36   # of two-dimensional static arrays
CELLS = 4096  # of static arrays: more than any program uses
# where row r of n + 8 begins: at one distance, backwards, anywhere, or so that
# rows overlap
LAYOUTS = ["r * (m + 4)", "r * (m + 4)", "r * m", "(n + 7 - r) * (m + 4)",
           "(r * 5 + 3) % (n + 8) * (m + 4)", "r * (m + 5) + (r & 1)",
           "r * (m / 2 + 1)", "(r & 3) * (m + 4)"]


class Array:
    """An array of the function. "role": in, out or inout. "form": how the
    function reaches it: pointer, static (global), vla (pointer to rows of m),
    rows (pointers to rows, "layout" tells where), field (pointer in a
    structure)."""

    def __init__(self, name, ctype, role, dims, form="pointer"):
        self.name, self.ctype, self.role, self.dims = name, ctype, role, dims
        self.form = form
        self.odd = None  # name of its elements' type for less alignment
        self.layout = None  # of rows: C text for where row r begins
        self.boxed = False  # of rows: the pointers are fields of structures

    def param(self):
        """The function's parameter for it, if it has one."""
        const = "const " if self.role == "in" else ""
        if self.form == "pointer":
            return "%s%s *%s" % (const, self.odd or self.ctype, self.name)
        if self.form == "vla":
            return "%s%s (*%s)[m]" % (const, self.ctype, self.name)
        if self.form == "rows" and self.boxed:
            return "struct { int id; %s%s *p; } *%s" % (const, self.ctype,
                                                        self.name)
        if self.form == "rows":
            return "%s%s **%s" % (const, self.ctype, self.name)
        return None

    def element(self, i, j, style):
        """C text for the element in row i, column j (j: 2-D ones)."""
        name = "p->" + self.name if self.form == "field" else self.name
        if self.form == "static":
            name = "g_" + self.name
        if self.dims == 1:
            return "%s[%s]" % (name, i) if style else "*(%s + (%s))" % (name, i)
        if self.boxed:
            return "%s[%s].p[%s]" % (name, i, j)
        if self.form in ("vla", "static", "rows"):
            return "%s[%s][%s]" % (name, i, j) if style else \
                "*(%s[%s] + (%s))" % (name, i, j)
        return "%s[(%s) * m + (%s)]" % (name, i, j)

    def stored(self):
        """What the driver fills and prints."""
        if self.form != "static":
            return self.name
        return "((%s *)g_%s)" % (self.ctype, self.name)

    def is_float(self):
        return self.ctype in FLOATS + ["_Float16", "long double"]


class Expressions:
    """Names, arrays and expressions of a program (generate.py): needs r, arrays,
    extra, number, n, m, fresh, has_struct, exact_floats."""

    # -- names and values ----------------------------------------------------
    def name(self, prefix):
        self.fresh += 1
        return "%s%d" % (prefix, self.fresh)

    def chance(self, p):
        return self.r.random() < p

    def array(self, role, dims=None, ctype=None, form=None):
        ctype = ctype or self.r.choice(list(INTS) + FLOATS * 3 +
                                       list(OTHERS) * (self.r.random() < 0.3))
        dims = dims or self.r.choice([1, 1, 2])
        form = form or self.r.choice(["pointer"] * 4 + ["static"] +
                             (["vla"] * 2 + ["rows"] * 3 if dims == 2
                              else []) +
                             (["field"] * 3 if self.has_struct else []))
        a = Array(self.name("p%d_" % self.number if form == "static" else
                            {"in": "x", "out": "y", "inout": "z"}[role]),
                  ctype, role, dims, form)
        if form == "rows":
            a.layout = self.r.choice(LAYOUTS)
            a.boxed = self.chance(0.3)
        self.arrays.append(a)
        return a

    def some_input(self, dims=None):
        """An array that no loop writes."""
        have = [a for a in self.arrays if a.role == "in"
                and (dims is None or a.dims == dims)]
        if have and self.chance(0.6):
            return self.r.choice(have)
        return self.array("in", dims)

    def at(self, a, i, j=None):
        """C text for an element of "a" at row i, column j."""
        return a.element(i, j, self.chance(0.7))

    # -- expressions: (text, kind, bound); kind "i" or "f" ---------------------
    def load(self, scope):
        """A read of an array element in bounds for the loops of "scope"."""
        i = scope.get("i")
        j = scope.get("j")
        if not i:
            return self.constant()
        form = self.r.random()
        a = self.some_input(2 if j and self.chance(0.6) else 1)
        if a.dims == 2:
            text = self.at(a, i, j if j else "0")
        elif form < 0.55:
            text = self.at(a, i)
        elif form < 0.7:  # neighbours; arrays have two cells of margin
            text = self.at(a, "%s + %d" % (i, self.r.choice([1, 2])))
        elif form < 0.8:
            text = self.at(a, "n - 1 - %s" % i) if not scope.get("free") \
                else self.at(a, i)
        elif form < 0.92:  # a gather
            index = [b for b in self.arrays if b.name.startswith("idx")]
            if not index:
                index = [Array(self.name("idx"), "int", "in", 1)]
                self.arrays.append(index[0])
            text = a.element("%s[%s]" % (index[0].name, i), None, True)
        else:
            text = self.at(a, self.r.choice(
                ["0", "n", i, "%s / 2" % i, "%s & 3" % i, "(%s * 3 + 1) %% (n + 1)"
                 % i, "(%s > 2 ? %s - 2 : 0)" % (i, i)]))
        return (text, "f", 16) if a.is_float() else \
            (text, "i", 16 if a.name.startswith("idx") else 120)

    def constant(self):
        if self.chance(0.5):
            return ("%d" % self.r.randint(-9, 9), "i", 9)
        value = self.r.choice([0.5, 1.0, -1.5, 2.0, 0.25, -3.0])
        return ("%s%s" % (value, self.r.choice(["f", ""])), "f", 3)

    def table(self, scope):
        """An element of a const table."""
        name = self.name("table%d_" % self.number)
        ctype = self.r.choice(FLOATS + ["int", "short", "unsigned char"])
        is_float = ctype in FLOATS
        cells = [self.r.choice([0.5, -1.5, 2.0, 3.25, -0.75]) if is_float
                 else self.r.randint(0, 100) for _ in range(8)]
        self.extra.append("static const %s %s[8] = {%s};" % (
            ctype, name, ", ".join(str(c) for c in cells)))
        at = "%s & 7" % scope["i"] if scope.get("i") else "3"
        return ("%s[%s]" % (name, at), "f" if is_float else "i",
                4 if is_float else 100)

    def call(self, scope):
        """A call to a function with branches, loops and early returns."""
        name = self.name("h%d_" % self.number)
        a = self.some_input(1)
        limit = self.r.choice([0, 3, 9])
        body = self.r.choice([
            "  if (a[i] > {l})\n    return {l};\n  return a[i] - 1;",
            "  for (int k = 0; k < 3; k++)\n    if (a[i + k] < {l})\n"
            "      return a[i + k];\n  return {l};",
            "  {t} s = 0;\n  for (int k = 0; k < 4; k++) {{\n"
            "    if (a[i + k] == {l})\n      continue;\n    s += a[i + k];\n"
            "    if (s > 20)\n      break;\n  }}\n  return s;",
            "  const {e} *p = a + i;\n  {t} s = *p++;\n  s += *p;\n"
            "  return s < {l} ? {l} : s;",
            "  switch (i & 3) {{\n  case 1:\n    return {l};\n  case 2:\n"
            "    i++;\n  default:\n    break;\n  }}\n  return a[i];",
        ]).format(l=limit, e=a.ctype,
                 t=a.ctype if a.is_float() else "int")
        result = a.ctype if a.is_float() else "int"
        self.extra.append("static %s\n%s(const %s *a, int i)\n{\n%s\n}" % (
            result, name, a.ctype, body))
        base = {"field": "p->" + a.name, "static": "g_" + a.name}.get(
            a.form, a.name)
        text = "%s(%s, (int)%s)" % (name, base, scope["i"])
        if self.chance(0.3):  # a call of a call, through a pointer
            outer = self.name("h%d_" % self.number)
            self.extra.append(
                "static void\n%s(const %s *a, int i, %s *out)\n{\n"
                "  if (i < 0)\n    return;\n  *out = %s(a, i);\n}\n"
                "static %s\n%s_(const %s *a, int i)\n{\n  %s v = 0;\n"
                "  %s(a, i, &v);\n  return v;\n}" % (
                    outer, a.ctype, result, name, result, outer, a.ctype,
                    result, outer))
            text = "%s_(%s, (int)%s)" % (outer, base, scope["i"])
        return (text, "f", 64) if a.is_float() else (text, "i", 500)

    def hash(self, scope):
        """Unsigned arithmetic that wraps."""
        name = self.name("hash%d_" % self.number)
        t, u, bits = self.r.choice([("unsigned", "u", 32),
                                    ("unsigned long", "ul", 64)])
        self.extra.append(
            "static %s\n%s(%s h)\n{\n  h *= 2654435761%s;\n  h ^= h >> %d;\n"
            "  h += h << 3;\n  h -= ~h / 7;\n  return h %s %d;\n}" % (
                t, name, t, u, self.r.randint(1, bits - 1),
                self.r.choice("%&"), self.r.choice([97, 255])))
        return ("(int)%s(%s)" % (name, scope["i"]), "i", 255)

    def leaf(self, scope):
        choices = [self.load, self.load, lambda s: self.constant()]
        if scope.get("locals"):
            choices.append(lambda s: self.r.choice(s["locals"]))
        if self.chance(0.15):
            choices.append(self.table)
        if self.chance(0.15) and scope.get("i"):
            choices.append(self.call)
        if self.chance(0.1) and scope.get("i"):
            choices.append(self.hash)
        if scope.get("i"):
            # unsigned loop variables would make their whole expression so
            choices.append(lambda s: ("(int)" + s["i"], "i", 128))
        return self.r.choice(choices)(scope)

    def small(self, e, limit=SAFE):
        """An integer expression below "limit" in magnitude; floats as is."""
        if e[2] <= limit or e[1] == "f":
            return e
        return ("(%s) %% %d" % (e[0], 97), "i", 97)

    def expr(self, scope, depth=3):
        if depth == 0 or self.chance(0.15):
            return self.leaf(scope)
        a = self.expr(scope, depth - 1)
        b = self.expr(scope, depth - 1)
        form = self.r.random()
        if form < 0.12:
            c = self.condition(scope, depth - 1)
            kind = "f" if "f" in (a[1], b[1]) else "i"
            return ("(%s ? %s : %s)" % (c, a[0], b[0]), kind,
                    max(a[2], b[2]))
        if a[1] == "f" or b[1] == "f":
            return self.float_op(a, b)
        return self.int_op(self.small(a), self.small(b))

    def float_op(self, a, b):
        op = self.r.choice(["+", "-", "*", "min", "max", "abs", "neg", "/",
                            "+", "-", "*", "round", "root", "fma", "cast"])
        bound = a[2] + b[2]
        if op == "*":
            bound = a[2] * b[2]
            if bound > 1e6:
                op, bound = "+", a[2] + b[2]
        if op == "/":
            if self.exact_floats:
                op = "-"
            else:
                return ("(%s / (1.0f * %s * %s + 1))" % (a[0], b[0], b[0]), "f",
                        a[2])
        if op in ("min", "max"):  # C leaves open which of two zeros: + 0.0
            return ("(f%s(%s, %s) + 0.0)" % (op, a[0], b[0]), "f",
                    max(a[2], b[2]))
        if op == "abs":
            return ("fabs(%s)" % a[0], "f", a[2])
        if op == "round":
            f = self.r.choice(["floor", "ceil", "trunc", "floorf", "truncf"])
            return ("%s(%s)" % (f, a[0]), "f", a[2] + 1)
        if op == "root" or op == "fma":
            if self.exact_floats:
                return ("(%s + %s)" % (a[0], b[0]), "f", bound)
            if op == "root":
                f = self.r.choice(["sqrt", "sqrtf"])
                return ("%s(fabs(%s))" % (f, a[0]), "f", a[2] + 1)
            c = self.constant()
            if a[2] * b[2] > 1e6:
                return ("(%s + %s)" % (a[0], b[0]), "f", bound)
            return ("fma(%s, %s, %s)" % (a[0], b[0], c[0]), "f",
                    a[2] * b[2] + 9)
        if op == "cast":
            if self.exact_floats:
                return ("(%s - %s)" % (a[0], b[0]), "f", bound)
            return ("(%s)(%s)" % (self.r.choice(FLOATS), a[0]), "f", a[2] + 1)
        if op == "neg":
            return ("-(%s)" % a[0], "f", a[2])
        return ("(%s %s %s)" % (a[0], op, b[0]), "f", bound)

    def int_op(self, a, b):
        op = self.r.choice(["+", "-", "*", "/", "%", "&", "|", "^", "<<",
                            ">>", "~", "!", "cast"])
        if op == "*":
            a, b = self.small(a, 4096), self.small(b, 4096)
            return ("(%s * %s)" % (a[0], b[0]), "i", a[2] * b[2])
        if op in "/%":
            return ("(%s %s (((%s) & 7) + 1))" % (a[0], op, b[0]), "i",
                    max(a[2], 8))
        if op == "<<":
            a = self.small(a, 4096)
            return ("(((%s) & 4095) << ((%s) & 7))" % (a[0], b[0]), "i",
                    4096 << 7)
        if op == ">>":
            return ("((%s) >> ((%s) & 7))" % (a[0], b[0]), "i", a[2] + 1)
        if op in "~!":
            return ("%s(%s)" % (op, a[0]), "i", a[2] + 1)
        if op == "cast":
            ctype = self.r.choice(list(INTS))
            bits = INTS[ctype]
            bound = min(a[2] if not ctype.startswith("unsigned")
                        else 1 << bits, 1 << bits)
            # back to int: unsigned operands would wrap around neighbours
            if bound >= SAFE:
                return ("(int)((%s)(%s) %% 97)" % (ctype, a[0]), "i", 97)
            return ("(int)(%s)(%s)" % (ctype, a[0]), "i", bound)
        if op in "&|^":
            bound = 1
            while bound <= max(a[2], b[2]):
                bound *= 2
            return ("(%s %s %s)" % (a[0], op, b[0]), "i", bound)
        return ("(%s %s %s)" % (a[0], op, b[0]), "i", a[2] + b[2])

    def condition(self, scope, depth=1):
        a, b = self.expr(scope, depth), self.expr(scope, depth)
        text = "%s %s %s" % (a[0], self.r.choice(
            ["<", "<=", ">", ">=", "==", "!="]), b[0])
        if self.chance(0.25):
            c, d = self.leaf(scope), self.leaf(scope)
            text = "(%s) %s (%s > %s)" % (text, self.r.choice(["&&", "||"]),
                                          c[0], d[0])
        return text

    def convert(self, e, ctype):
        """"e" as a value of "ctype", by a defined conversion."""
        if ctype in FLOATS:
            return e[0]
        if e[1] == "f":
            limit = 100 if INTS.get(ctype, 7) < 9 else 1000
            least = 0 if ctype.startswith("unsigned") else -limit
            return "(%s)fmin(fmax(%s, %d), %d)" % (ctype, e[0], least, limit)
        return e[0]  # implicit conversion between integers: modulo
