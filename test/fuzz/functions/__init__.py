"""test/fuzz/functions: functions with several regions that share memory.

A program is a function of arrays, views of them, structures, globals and
scalars, with loops of any shape, annotated (regions.py) or not; functions that
it calls, inlined or itself; and a driver that calls it with arrays apart,
touching and overlapping. The range of each variable and of the elements of each
array holds whatever runs (values.py): nothing overflows, no subscript is out of
bounds, and no statement that is dropped (tree.py) changes that.
"""
import os

from .program import Program

__all__ = ["Program", "source", "check_defined"]

# Programs with undefined behaviour are left out.
check_defined = True


def source(programs):
    """The text of a file with "programs" and a main that runs them."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "prelude.h")) as f:
        prelude = f.read()
    return "\n".join(
        [prelude] + [p.text() for p in programs] +
        ["/* Runs all programs, or those of these numbers. */",
         "int\nmain(int count, char **words) {"] +
        ['  if (wanted("%d", count, words))\n    drive%d();' % (
            p.number, p.number) for p in programs] + ["}\n"])

