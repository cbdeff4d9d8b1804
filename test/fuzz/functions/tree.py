"""test/fuzz/functions/tree.py: programs as trees of nodes, so that a failing
one can be shrunk: a node with "drop" may be taken out of its parent's children,
and the program remains defined, because the range of each variable and element
holds whatever runs.
"""


class Node:
    """A part of a program."""
    drop = False

    def __init__(self, children=()):
        self.children = list(children)

    def lines(self):
        """The lines of C of this statement."""
        return [line for c in self.children for line in c.lines()]


class Line(Node):
    """A statement or declaration of one line, of texts and expressions."""

    def __init__(self, *parts, drop=True):
        super().__init__(p for p in parts if isinstance(p, Node))
        self.parts, self.drop = parts, drop

    def lines(self):
        return ["".join(str(p) for p in self.parts)]


class Decl(Line):
    """The declaration of "name": none of "hidden", which nothing uses."""
    hidden = ()

    def __init__(self, name, *parts):
        super().__init__(*parts, drop=False)
        self.name = name

    def lines(self):
        return [] if self.name in Decl.hidden else super().lines()


class Block(Node):
    """A statement with a body: "before" are lines in front of it, "head" a Line
    that opens the brace, "tail" the text after it."""

    def __init__(self, head, body, before=(), tail="", drop=True):
        head.drop = False
        super().__init__([head] + list(body))
        self.before, self.tail, self.drop = before, tail, drop

    def lines(self):
        head, *body = self.children
        inner = [line for b in body for line in b.lines()]
        return list(self.before) + [head.lines()[0] + " {"] + \
            ["  " + line for line in inner] + ["}" + str(self.tail)]


class Expr(Node):
    """An expression of a "type" with values from "lo" to "hi" (of integers)."""

    def __init__(self, type_, lo, hi, *parts):
        super().__init__(p for p in parts if isinstance(p, Node))
        self.type, self.lo, self.hi, self.parts = type_, lo, hi, parts

    def __str__(self):
        return "".join(str(p) for p in self.parts)


class Spare(Node):
    """One of the texts of a Choice; alive while it is the first of them."""

    def __init__(self, expr, drop):
        super().__init__()
        self.expr, self.drop, self.live = expr, drop, False

    @property
    def children(self):
        """The expression, if it is in the program."""
        return [self.expr] if self.live else []

    @children.setter
    def children(self, _):
        pass


class Choice(Expr):
    """An expression that shrinks to "others", in turn: each has its type, and
    values in its range."""

    def __init__(self, expr, others):
        super().__init__(expr.type, expr.lo, expr.hi)
        every = [expr] + others
        self.children = [Spare(e, e is not every[-1]) for e in every]

    def __str__(self):
        for k, spare in enumerate(self.children):
            spare.live = k == 0
        return str(self.children[0].expr)

