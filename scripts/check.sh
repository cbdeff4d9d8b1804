#!/bin/sh
# scripts/check.sh: format, folder rules, and tables covered by tests.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
status=0
files=$(git ls-files '*.c' '*.h' '*.cc' | grep -v '^test/\|^docs/reasons/')
if ! wrong=$(clang-format-22 --dry-run -Werror $files 2>&1); then
  echo "$wrong" | grep -oE '^[a-z_0-9./-]+[.](c|h|cc):[0-9]+' | sort -u |
    head -20
  echo "check: run clang-format-22 -i on these"
  status=1
fi
# The shim is what needs Clang's C++ (HACKING.md): it may only become shorter,
# and tables, names, texts and reasons are in C: it copies what Clang knows.
most=1879
lines=$(cat plugin/shim*.cc plugin/shim.h | wc -l)
if [ "$lines" -gt $most ]; then
  echo "check: plugin/shim*: $lines lines, at most $most; move what needs no Clang to C"
  status=1
fi
if grep -nE 'static const char|strn?cmp|isspace|REC_[A-Z]|rec_reason|"[A-Z][A-Z_]+"' \
    plugin/shim*.cc; then
  echo "check: this belongs into the C half of plugin/"
  status=1
fi
# Parts of an op that iterates are reached by views (ir/views.c). Places where
# other folders count operands themselves may only become fewer.
most=90
raw=$(git ls-files 'analysis/*.c' 'recognizer/*.c' 'rewrites/*.c' 'kernel/*.c' \
  'plugin/*.c' | xargs grep -oE '[>.]n_dims \+ ' | wc -l)
if [ "$raw" -gt $most ]; then
  echo "check: $raw operands counted from n_dims outside ir/, at most $most; use views"
  status=1
fi
scripts/check_folders.py || status=1
scripts/check_arrows.py || status=1
scripts/check_coverage.py || status=1
scripts/check_promises.py || status=1
scripts/update_reasons.py --check || status=1
exit $status
