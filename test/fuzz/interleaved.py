"""test/fuzz/interleaved.py: rows, columns, channels and blocks of one matrix, each
through a pointer of its own. Extents overlap; whether elements do depends on
where the pointers point.
"""
from pieces import FLOATS, INTS, Node, block

INTERLEAVED = ["interleaved", "interleaved"]


class Interleaved:
    """A further shape of a program (generate.py)."""

    def interleaved_place(self, ld):
        """A subscript of row r and column c in rows of "ld" elements."""
        return self.r.choice(["r * {ld} + c", "r * {ld} + c", "{ld} * r + c",
                              "r * {ld}", "c", "c * {ld}", "2 * c",
                              "r * {ld} + 2 * c", "(r + 1) * {ld} + c",
                              "(r + 1) * {ld} - 1", "r * {ld} + 1",
                              "({h} - 1 - r) * {ld} + c"]).format(
                                  ld=ld, h=self.interleaved_rows)

    def interleaved(self):
        """A nest that writes one array or two, with several calls."""
        self.n, self.m = 24, 40  # room in the arrays
        ctype = self.r.choice(FLOATS * 2 + list(INTS))
        index = self.r.choice(["int", "long", "long", "unsigned", "size_t"])
        names = {v: self.name(v) for v in ("h", "w", "ld")}
        ld = self.r.choice([1, 2, 3, 4, 8, 11])
        w = self.r.choice([1, 1, 2, ld // 2, ld])
        h = self.r.choice([0, 1, 2, 7, 12])
        for v, x in (("h", h), ("w", w)):
            self.typed.append((index, names[v], x))
        step = names["ld"]
        if self.chance(0.3):
            step = str(ld)
        else:
            self.typed.append((index, step, ld))
        self.interleaved_rows = names["h"]
        outs = [self.array("inout", 2, ctype, "pointer")
                for _ in range(self.r.choice([1, 1, 2]))]
        ins = [self.array("in", 2, ctype, "pointer")
               for _ in range(self.r.choice([1, 2]))]
        stmts = []
        for z in outs:
            place = self.r.choice(["r * %s + c", "r * %s + c", "r * %s"]) % step
            terms = ["%s[%s]" % (z.name, place)] + [
                "%s[%s]" % (x.name, self.interleaved_place(step)) for x in ins]
            stmts.append(Node("%s[%s] = %s;" % (z.name, place, self.mixed(
                ctype, terms[self.r.randrange(2):]))))
        for _ in range(3):
            # rows, columns and blocks beside each other, and some that overlap
            self.calls.append({a.name: "%s + %d" % (outs[0].name, self.r.choice(
                [1, 2, w, w, ld // 2, ld, h * ld, h * ld + 1]))
                for a in outs[1:] + ins if self.chance(0.8)})
        loops = ["for ({t} r = 0; r < {h}; r++)", "for ({t} c = 0; c < {w}; c++)"]
        if self.chance(0.2):
            loops.reverse()
        inner = [block(loops[1].format(t=index, **names), stmts, drop=False)]
        return block(loops[0].format(t=index, **names), inner, drop=False)
