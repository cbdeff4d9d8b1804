#!/usr/bin/env python3
"""scripts/check_coverage.py: every op, rule, pass, shape, source of strides
and reason has a test that says so in a line `// COVERS: id id ...`; every rule
also has a negative one, in a file whose name starts with "no-"."""
import glob
import os
import re
import sys

TABLES = [  # kind, file, pattern of an entry's id
    ("op", "ir/ir_ops.def", r"^IR_OP\((\w+),"),
    ("op", "ir/ir_math.def", r"^IR_MATH(?:_PART)?\((\w+),"),
    ("rule", "rewrites/rules.def", r"^RW_RULE\((\w+),"),
    ("pass", "rewrites/passes.def", r"^RW_PASS\((\w+),"),
    ("shape", "recognizer/shapes/shapes.def", r"^REC_(?:SHAPE|FORM|INNER)\((\w+),"),
    ("strides", "recognizer/domain/strides.def", r"^REC_STRIDES\((\w+),"),
    ("reason", "recognizer/reasons.def", r'^REC_REASON\(\s*"\w+",\s*(\w+),'),
]
covered, negative = set(), set()
for path in glob.glob("test/**/*", recursive=True):
    if not path.endswith((".loft", ".c", ".test")):
        continue
    with open(path, encoding="utf-8", errors="replace") as f:
        for line in f:
            m = re.search(r"COVERS:\s*(.*)", line)
            if m:
                words = {w.upper() for w in re.split(r"[\s,]+", m[1]) if w}
                covered |= words
                if os.path.basename(path).startswith("no-"):
                    negative |= words
errors = 0
for kind, path, pattern in TABLES:
    if not os.path.exists(path):
        continue
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"\s*\n\s+", " ", f.read())
    for line in text.splitlines():
        m = re.match(pattern, line)
        if not m:
            continue
        prefix = kind.upper() + "-" if kind in ("shape", "strides") else ""
        word = prefix + m[1].upper()
        if word not in covered:
            print("%s: %s %s has no test (COVERS:)" % (path, kind, word))
            errors += 1
        elif kind == "rule" and word not in negative:
            print("%s: rule %s has no negative test (no-*.loft)"
                  % (path, m[1]))
            errors += 1
sys.exit(1 if errors else 0)
