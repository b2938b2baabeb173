"""python3-jsonschema behind the protocol of engine/src/json/reference/protocol.h."""
import json
import sys

import jsonschema


def answer(text: str) -> None:
    sys.stdout.write("".join(c if " " <= c <= "~" else "?" for c in text[:300]) + "\n")
    sys.stdout.flush()


def main() -> None:
    validator = None
    while line := sys.stdin.buffer.readline():
        kind, size = line.split()
        text = sys.stdin.buffer.read(int(size)).decode()
        try:
            if kind == b"schema":
                schema = json.loads(text)
                chosen = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
                chosen.check_schema(schema)
                validator = chosen(schema)
                answer("ready")
            else:
                answer("valid" if validator.is_valid(json.loads(text)) else "invalid")
        except Exception as error:  # whatever it is, it is this engine's answer
            answer(("refused" if kind == b"schema" else "error") + f" {type(error).__name__}: {error}")


main()
