"""test/fuzz/images.py: loops over images in flat arrays: rows that are longer,
shorter, halved or doubled, borders, planes and channels, upside down or turned,
in place or to another array. Nearly all are independent, so what does not run
lifted should.
"""
from pieces import FLOATS, INTS, Node, block


class Images:
    """A further shape of a program (generate.py)."""

    def image_domain(self):
        """What is written: bounds of rows and columns, the row and column of an
        output, and how long its rows may be."""
        return self.r.choice([
            # all of the input, into rows with room for a border
            ("0", "{h}", "0", "{w}", "r", "c", "{h}",
             ["{w}", "{w}", "{s}", "2 * {w}", "{w} * 2", "({w} + {k})"]),
            ("0", "{h}", "0", "{w}", "(r + {k})", "c + {k}", "({h} + 2 * {k})",
             ["({w} + 2 * {k})", "({w} + {k} + {k})", "({w} + {k})"]),
            ("1", "{h} + 1", "1", "{w} + 1", "r", "c", "({h} + 2)",
             ["({w} + 2)", "({w} + 1)", "({w} + 2)"]),
            # without its border
            ("{k}", "{h} - {k}", "{k}", "{w} - {k}", "(r - {k})", "c - {k}",
             "({h} - 2 * {k})", ["({w} - 2 * {k})", "{w}", "({w} - {k})"]),
            ("{k}", "{h} - {k}", "{k}", "{w} - {k}", "r", "c", "{h}",
             ["{w}", "({w} + 1)"]),
            ("0", "{h} - {k} + 1", "0", "{w} - {k} + 1", "r", "c",
             "({h} - {k} + 1)", ["({w} - {k} + 1)", "{w}"]),
            ("{k}", "{h}", "1", "{w}", "(r - {k})", "(c - 1)", "({h} - {k})",
             ["({w} - 1)", "{w}"]),
            # every other one
            ("0", "{h} / 2", "0", "{w} / 2", "r", "c", "({h} / 2)",
             ["({w} / 2)", "(({w} + 1) / 2)", "{w}"]),
            ("0", "{h} / 2", "0", "{w} / 2", "2 * r", "2 * c + 1", "{h}",
             ["{w}", "({w} + 1)"]),
            ("0", "{h}", "0", "{w}", "2 * r", "2 * c", "(2 * {h})",
             ["(2 * {w})", "2 * {w}", "({w} + {w})"]),
        ])

    def image_place(self, row, column, high, wide):
        """A subscript of that row and column, in one of the ways that images
        lie in memory: (text, head of a third loop or None)."""
        planes = self.r.choice(["3", "{k}"])
        row = self.r.choice([row] * 3 + ["(%s - 1 - (%s))" % (high, row)])
        if self.chance(0.15):
            column = "%s - 1 - (%s)" % (wide, column)
        flat = "(%s) * %s + %s" % (row, wide, column)
        third = "for ({t} b = 0; b < %s; b++)" % planes
        return self.r.choice([
            (flat, None), (flat, None), (flat, None),
            ("%s + %s" % (column, self.r.choice(
                ["(%s) * %s", "%s * (%s)"]) % ((row, wide) if self.chance(0.5)
                                               else (wide, row))), None),
            ("(%s) * %s + %s" % (column, high, row), None),
            ("%s * %s + %s" % (high, wide, flat), None),
            ("%s + %s" % (flat, self.r.choice(["{k}", "1", "{h} * {w}"])), None),
            ("(%s) * 3 + %s" % (flat, self.r.choice(["0", "2"])), None),
            ("(%s) * %s + b" % (flat, planes), third),
            ("b * %s * %s + %s" % (high, wide, flat), third),
            ("(b * %s + %s) * %s + %s" % (high, row, wide, column), third),
        ])

    def image_flip(self, z):
        """A loop that exchanges rows or columns of "z"."""
        half, other, a, b = self.r.choice([
            ("r < {h} / 2", "c < {w}", "r * {w} + c", "({h} - 1 - r) * {w} + c"),
            ("r < {h} / 2", "c < {w}", "r * {w} + c",
             "({h} - r - 1) * {w} + {w} - 1 - c"),
            ("r < {h}", "c < {w} / 2", "r * {w} + c", "r * {w} + ({w} - 1 - c)"),
            ("r < {h} / 2", "c < {w}", "r * {s} + c", "(r + {h} / 2) * {s} + c"),
            ("r < {h} / 2", "c < 3 * {w}", "r * {w} * 3 + c",
             "({h} - 1 - r) * {w} * 3 + c"),
            ("r < {w}", "c < r", "r * {w} + c", "c * {w} + r"),
        ])
        t = self.name("t")
        text = "{c} {t} = {z}[{a}];\n{z}[{a}] = {z}[{b}];\n{z}[{b}] = {t};".format(
            c=z.ctype, t=t, z=z.name, a=a, b=b)
        return [half, other], text

    def images(self):
        """One image, or several, from another or in place."""
        self.n, self.m = 40, 32  # room in the arrays
        ctype = self.r.choice(FLOATS * 2 + list(INTS))
        index = self.r.choice(["int", "int", "long", "unsigned", "size_t"])
        k = self.r.choice([1, 2, 3])
        sizes = {"h": self.r.choice([0, 1, 2 * k, 2 * k + 1, 8, 9, 12]),
                 "w": self.r.choice([0, 1, 2 * k, 2 * k + 1, 7, 10, 11])}
        if index in ("unsigned", "size_t") or self.chance(0.6):
            sizes = {v: max(x, 2 * k + 1) for v, x in sizes.items()}
        sizes["s"] = sizes["w"] + self.r.choice([0, 1, 5])
        names = {"t": index, "k": str(k)}
        for v, x in sizes.items():
            names[v] = self.name(v)
            self.typed.append((index, names[v], x))
        if self.chance(0.4):
            names["k"] = self.name("k")
            self.typed.append((index, names["k"], k))
        third = None
        if self.chance(0.25):
            z = self.array("inout", 2, ctype, "pointer")
            ends, text = self.image_flip(z)
            starts = ["0", "0"]
        else:
            low, end, left, right, row, column, high, wide = self.image_domain()
            starts, ends = [low, left], ["r < " + end, "c < " + right]
            place, third = self.image_place(row, column, high,
                                            self.r.choice(wide))
            if self.chance(0.3):
                z = self.array("inout", 2, ctype, "pointer").name
                terms = ["%s[%s]" % (z, place)]
            else:
                z = self.array("out", 2, ctype, "pointer").name
                x = self.array("in", 2, ctype, "pointer").name
                at = "%s[r * {w} + c%s]"
                terms = [at % (x, self.r.choice(["", "", " + 1"]))
                         for _ in range(self.r.randint(1, 2))]
            text = "%s[%s] = %s;" % (z, place, self.mixed(ctype, terms))
        loops = ["for ({t} %s = %s; %s; %s++)" % (v, start, end, v)
                 for v, start, end in zip("rc", starts, ends)]
        if self.chance(0.2) and "c < r" not in ends:
            loops.reverse()
        if third:
            loops.insert(self.r.choice([0, 2]), third)
        inner = [Node(text.format(**names), drop=False)]
        for head in reversed(loops):
            inner = [block(head.format(**names), inner, drop=False)]
        return inner[0]
