"""Checks a Chrome trace and prints its events, one a line."""
import json
import sys

with open(sys.argv[1]) as f:
    events = json.load(f)
regions = [e for e in events if e.get("cat") == "region"]
for e in events:
    assert e["pid"] > 0 and e["tid"] >= 0 and e["ph"] in "MXi", e
    if e["ph"] == "M":
        continue
    args = e["args"]
    assert args["file"].endswith("trace.c") and e["ts"] > 0, e
    assert e["ph"] == "i" or e["dur"] >= 0, e
    words = [e["cat"], e["name"], args.get("where", ""), "line",
             str(args["line"])]
    if e["ph"] == "i":
        words.append("instant")
    if e["tid"] == 0:
        words.append("on device")
    if "bytes" in args:
        words.append("bytes %d" % args["bytes"])
    print(" ".join(w for w in words if w))
    if e["cat"] in ("transfer", "submission"):
        assert any(r["ts"] <= e["ts"] and r["ph"] == "X" and
                   e["ts"] + e["dur"] <= r["ts"] + r["dur"] + 1
                   for r in regions) or "bad" in sys.argv[1], e
