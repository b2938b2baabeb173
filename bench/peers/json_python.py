"""python3-jsonschema or python3-fastjsonschema: parse and validate, and validate alone, in thread CPU time.

usage: json_python.py jsonschema|fastjsonschema FOLDER MILLISECONDS SIZE..."""
import json
import pathlib
import sys
import time

ENGINE, FOLDER, MILLISECONDS = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3])
SIZES = sys.argv[4:]


def make_check(schema):
    if ENGINE == "jsonschema":
        import jsonschema
        chosen = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
        validator = chosen(schema)

        def check(tree):
            if not validator.is_valid(tree):
                raise RuntimeError("not valid")
        return check
    import fastjsonschema
    if "prefixItems" in json.dumps(schema):
        raise RuntimeError("it knows draft 7 at most, and would not check prefixItems")
    return fastjsonschema.compile({**schema, "$schema": "http://json-schema.org/draft-07/schema#"}, use_default=False)


def best(call):
    least, end = float("inf"), time.thread_time() + MILLISECONDS / 1e3
    while True:
        start = time.thread_time_ns()
        call()
        least = min(least, time.thread_time_ns() - start)
        if time.thread_time() >= end:
            return least


for family in sorted(FOLDER.iterdir()):
    try:
        check = make_check(json.loads((family / "schema.json").read_text()))
    except Exception as error:  # what it says is the result
        print(json.dumps({"family": family.name, "refused": f"{error}"[:200]}))
        continue
    for size in SIZES:
        path = family / f"{size}.json"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            tree = json.loads(text)
            print(json.dumps({"family": family.name, "size": size, "parse_validate_ns": best(lambda: check(json.loads(text))),
                              "validate_ns": best(lambda: check(tree))}), flush=True)
