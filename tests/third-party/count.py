"""Counts what is in recordings, written from FORMAT.md alone: python3 count.py FILE... prints a line of JSON for each file."""
import base64, gzip, json, sys

def lines_of(path):
    data = open(path, "rb").read()
    lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig").split("\n")
    for n, line in enumerate(lines):
        try:
            if n == 0 or line.strip():
                yield json.loads(line)
        except ValueError:
            if n < len(lines) - 1:  # Only the last line may be cut off.
                raise

def method_of(event):
    text = event["raw"] if "raw" in event else base64.b64decode(event["b64"]).decode("utf-8", "replace")
    try:
        return json.loads(text)["method"]
    except (ValueError, KeyError, TypeError): return None

def count(path):
    lines = lines_of(path)
    found = {"id": next(lines)["id"], "events": 0, "kinds": {}, "c2s": {}, "s2c": {}, "notes": {}, "cutShort": True}
    for line in lines:
        footer = line.get("footer") is True and "s" not in line
        found["cutShort"] = not (footer and line["events"] <= found["events"])
        if footer: continue
        assert line["s"] == found["events"]
        found["events"] += 1
        found["kinds"][line["k"]] = found["kinds"].get(line["k"], 0) + 1
        if line["k"] == "note":
            found["notes"][str(line["at"])] = line["text"]
        if line["k"] == "message" and (method := method_of(line)) is not None:
            found[line["dir"]][method] = found[line["dir"]].get(method, 0) + 1
    found["notes"] = {at: text for at, text in found["notes"].items() if text != ""}
    return found

for name in sys.argv[1:]:
    print(json.dumps(count(name)))
