#!/usr/bin/env python3
"""scripts/check_folders.py: each folder includes only what
HACKING.md lets it use. A library sees the headers of the
parts it names in its CMakeLists.txt alone; this also catches a name there."""
import os
import re
import subprocess
import sys

USES = {
    "base": set(),
    "ir": {"base"},
    "analysis": {"base", "ir"},
    "recognizer": {"base", "ir", "analysis"},
    "rewrites": {"base", "ir", "analysis", "mathlib"},
    "mathlib": set(),
    "kernel": {"base", "ir", "analysis"},
    # through kernel.h these two see the scalar ops of ir
    "spirv": {"base", "ir", "kernel"},
    "cpu": {"base", "ir", "kernel"},
    "runtime/core": {"loft"},
    "runtime/cpu": {"runtime/core", "loft"},
    "runtime/vk": {"runtime/core", "runtime/cpu", "loft"},
    "runtime/mpi": {"loft"},
    "runtime": {"runtime/core", "runtime/cpu", "runtime/vk", "loft"},
    "plugin": {"base", "ir", "analysis", "recognizer", "rewrites", "kernel",
               "spirv", "cpu", "loft"},
    "tools": {"base", "ir", "recognizer", "rewrites", "kernel", "spirv",
              "cpu", "runtime/core", "runtime/cpu", "runtime/vk", "loft"},
    "include": {"loft"},
}
# Only the Clang shim may be C++.
MAY_BE_CXX = {"plugin"}



def folder_of(path):
    """The longest beginning of the path that USES knows, or None."""
    parts = path.split("/")[:-1]
    while parts and "/".join(parts) not in USES:
        parts.pop()
    return "/".join(parts) or None


files = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    capture_output=True, text=True, check=True,
).stdout.split()
errors = 0
for path in files:
    folder = folder_of(path)
    if not folder or not path.endswith((".c", ".h", ".cc", ".def")):
        continue
    if path.endswith(".cc") and folder not in MAY_BE_CXX:
        print("%s: C++ outside %s" % (path, ", ".join(MAY_BE_CXX)))
        errors += 1
    if not os.path.exists(path):
        continue
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            m = re.match(r'\s*#\s*include\s+[<"]([\w/]+/)', line)
            if not m:
                continue
            used = "loft" if m[1] == "loft/" else folder_of(m[1])
            if used and used != folder and used not in USES[folder]:
                print("%s:%d: %s/ may not use %s/" % (path, number, folder,
                                                      used))
                errors += 1
sys.exit(1 if errors else 0)
