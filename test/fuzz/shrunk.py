"""test/fuzz/shrunk.py: recurrences of a distance that only the run gives: of one
array or two, by one distance or several, upwards and downwards, by steps, under
conditions, again and again.
"""
from pieces import FLOATS, INTS, Node, block

SHRUNK = ["shrunk", "shrunk"]

BASE = 420  # the first element that is written, at least


class Shrunk:
    """A further shape of a program (generate.py)."""

    def shrunk_distance(self):
        """C text for a distance between two elements."""
        known = self.r.choice([1, 5, 15, 16, 16, 17, 20, 32, 50, 64, 100, 200])
        if self.chance(0.15):
            return str(known)
        ctype = self.r.choice(["int", "int", "long", "unsigned", "size_t",
                               "short", "unsigned char"])
        signed = ctype in ("int", "long", "short")
        value = self.r.choice([known] * 6 + [0, self.n, self.n - 1] +
                              [-known] * signed)
        name = self.name("d")
        self.typed.append((ctype, name, value if signed else max(value, 0)))
        return name

    def shrunk_distances(self):
        """How far the elements that are read are behind the one written."""
        d, e = self.shrunk_distance(), self.shrunk_distance()
        return self.r.choice([
            [d], [d], [d], ["2 * " + d, d], ["(%s + 1)" % d, d],
            ["(%s - 1)" % d, d],
            [d, e], [d, "0"], [d, "(-1)"], [e, d, "2 * " + d]])

    def shrunk_store(self, ctype, z, y, x, place):
        """A statement that stores into z and reads y, at places of an
        iteration i."""
        old = ["%s[%s - %s]" % (y.name, place, by)
               for by in self.shrunk_distances()]
        at, new = "%s[%s]" % (z.name, place), "%s[i]" % x.name
        if self.chance(0.25):
            op = self.r.choice("<>")
            text = self.r.choice([
                "if (%s %s %s)\n  %s = %s;" % (old[0], op, at, at, old[0]),
                "%s = %s %s %s ? %s : %s;" % (at, old[0], op, new, old[0], new)])
        else:
            terms = old + [t for t in (at, new) if self.chance(0.5)]
            if ctype in FLOATS:
                terms = terms[-2:]  # which do not grow
            text = "%s = %s;" % (at, self.mixed(ctype, terms))
        if self.chance(0.25):
            text = "if (%s)\n  %s" % (self.r.choice(
                ["%s > 2" % new, "(i & 3) != 1"]),
                text.replace("\n", "\n  "))
        return text

    def shrunk(self):
        """A loop, or one that is run several times."""
        self.n = self.r.choice([-1, 0, 1, 16, 17, 50, 64, 100, 200, 200])
        self.m = 16 if self.n > 16 else 200  # room in the arrays
        ctype = self.r.choice(FLOATS + list(INTS))
        self.keep_order(ctype)
        z = self.array("inout", 1, ctype, "pointer")
        x = self.array("in", 1, ctype, "pointer")
        arrays = [z, z]
        if self.chance(0.2):
            arrays[1] = self.array("inout", 1, ctype, "pointer")
        index = self.r.choice(["int", "int", "long", "unsigned", "size_t"])
        step = self.r.choice([1, 1, 1, 1, 2, 3])
        place = self.r.choice(["i + {b}", "i + {b}", "{s} * i + {b}",
                               "{b} - 3 + i + 3"]).format(b=BASE, s=step)
        if index in ("int", "long") and self.chance(0.3):
            head = "for ({t} i = n - 1; i >= 0; i--)"
            place = self.r.choice([place, "%d - i" % (BASE + 200)])
        else:
            bound = "n" if index in ("int", "long") else "(n < 0 ? 0 : ({t})n)"
            head = "for ({t} i = 0; i < %s; i%s)" % (
                bound, self.r.choice(["++", "++", "++", " += 2"]))
        stmts = [self.shrunk_store(ctype, z, arrays[1], x, place)]
        if arrays[1] is not z:
            stmts.append(self.shrunk_store(ctype, arrays[1], z, x, place))
        if self.chance(0.15) and ctype not in FLOATS:
            s = self.name("s")
            self.results.append(("unsigned", s, "1"))
            stmts.append("%s += (unsigned)%s[%s];" % (s, z.name, place))
        loop = block(head.format(t=index),
                     [Node(t, drop=False) for t in stmts], drop=False)
        if self.chance(0.2):
            return block("for (int t = 0; t < 3; t++)", [loop], drop=False)
        return loop
