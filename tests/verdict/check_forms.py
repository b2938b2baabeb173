"""Holds the golden files of the verdict forms against their schemas, with negative controls.

Also computes the MACs of the audit chain by itself, as the page describes them.
Usage: check_forms.py SOURCE_DIR. Exit 77 (skipped) where the jsonschema module is not installed.
"""
import copy
import hashlib
import hmac
import json
import pathlib
import re
import sys

# The audit chain first: it needs no module that may be missing.
audit_key = b"audit test key, " + b"k" * 32  # as in audit_test.cpp
previous = bytes(32)
audit_lines = (pathlib.Path(sys.argv[1]) / "tests/golden/verdict_audit.jsonl").read_bytes().splitlines()
for audit_line in audit_lines:
    body = audit_line.rpartition(b',"mac":')[0]
    mac = hmac.new(audit_key, b"sluice audit record 1\n" + previous + body, hashlib.sha256).hexdigest()
    if json.loads(audit_line)["mac"] != mac or json.loads(audit_line)["prev"] != previous.hex():
        sys.exit(f"the audit chain of the golden file does not verify at {audit_line[:60]}")
    previous = bytes.fromhex(mac)

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: python3 has no jsonschema module")
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
golden = root / "tests" / "golden"
problems = []


def validator(path):
    schema = json.loads((root / path).read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def expect_valid(check, name, value):
    for error in check.iter_errors(value):
        problems.append(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def expect_invalid(check, name, value):
    if check.is_valid(value):
        problems.append(f"{name}: the schema accepts it and should not")


def containers(value):
    """Every object inside `value`, itself included."""
    if isinstance(value, dict):
        yield value
        for child in value.values():
            yield from containers(child)
    elif isinstance(value, list):
        for child in value:
            yield from containers(child)


def check_objects_are_closed(check, name, value):
    """Negative control: a stray member anywhere but in an open map must be refused."""
    count = len(list(containers(value)))
    for index in range(count):
        changed = copy.deepcopy(value)
        target = list(containers(changed))[index]
        if is_open_map(value, index):
            continue
        target["stray"] = {}
        expect_invalid(check, f"{name} with a stray member in object {index}", changed)


def is_open_map(value, index):
    """Whether object `index` is the value of a member that is a map by design."""
    target = list(containers(value))[index]
    return any(parent.get(key) is target for parent in containers(value)
               for key in ("findings_not_listed", "properties", "partialFingerprints", "hashes"))


def without_each(value):
    for key in value:
        yield key, {k: v for k, v in value.items() if k != key}


verdict = validator("schemas/verdict.schema.json")
for name in ("verdict_run.json", "verdict_one.json", "verdict_none.json"):
    expect_valid(verdict, name, json.loads((golden / name).read_text()))
for name in ("verdict_run.jsonl", "verdict_one.jsonl", "verdict_none.jsonl"):
    for number, line in enumerate((golden / name).read_text().splitlines(), 1):
        expect_valid(verdict, f"{name}:{number}", json.loads(line))
one = json.loads((golden / "verdict_one.json").read_text())
for key, changed in without_each(one):
    expect_invalid(verdict, f"verdict without {key}", changed)
for key, changed in without_each(one["findings"][0]):
    expect_invalid(verdict, f"finding without {key}", {**one, "findings": [changed]})
check_objects_are_closed(verdict, "verdict_one.json", one)
expect_invalid(verdict, "an escape sequence in a name", {**one, "name": "a\x1b[2J"})
expect_invalid(verdict, "an unknown decision", {**one, "decision": "maybe"})

audit = validator("schemas/audit.schema.json")
lines = [json.loads(line) for line in (golden / "verdict_audit.jsonl").read_text().splitlines()]
for number, line in enumerate(lines, 1):
    expect_valid(audit, f"verdict_audit.jsonl:{number}", line)
    for key, changed in without_each(line):
        expect_invalid(audit, f"audit record {number} without {key}", changed)
if {line["kind"] for line in lines} != {"verdict", "checkpoint"}:
    problems.append("verdict_audit.jsonl has not both kinds of records")
expect_invalid(audit, "an audit record with the finding's detail",
               {**lines[1], "findings": [{**lines[1]["findings"][0], "detail": "x"}]})

sarif = validator("tests/verdict/sarif_subset.schema.json")
for name in ("verdict_run.sarif", "verdict_one.sarif", "verdict_none.sarif"):
    log = json.loads((golden / name).read_text())
    expect_valid(sarif, name, log)
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    if len(set(rules)) != len(rules):
        problems.append(f"{name}: rule ids repeat")
    for result in run["results"]:
        if rules[result["ruleIndex"]] != result["ruleId"]:
            problems.append(f"{name}: ruleIndex {result['ruleIndex']} is not {result['ruleId']}")
        for location in result["locations"]:
            where = location["physicalLocation"]["artifactLocation"]
            if run["artifacts"][where["index"]]["location"]["uri"] != where["uri"]:
                problems.append(f"{name}: artifact index {where['index']} is not {where['uri']}")
    for match in re.finditer(r'"text": "((?:[^"\\]|\\.)*)"', (golden / name).read_text()):
        if re.search(r"(?<!\{)\{(?!\{)", match.group(1)):
            problems.append(f"{name}: a lone brace in the message {match.group(1)}")
log = json.loads((golden / "verdict_run.sarif").read_text())
check_objects_are_closed(sarif, "verdict_run.sarif", log)

print("\n".join(problems) if problems else "all forms follow their schemas")
sys.exit(1 if problems else 0)
