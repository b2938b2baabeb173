"""Documents of three sizes for families of schemas, from the schemas and examples of tests/data/json-schemas.

A family is one of those schemas with its documents in an array, filled with variants of its example up to the size."""
import json
import pathlib
import random
import subprocess
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "tests" / "data" / "json-schemas"
sys.path.insert(0, str(ROOT / "tests" / "json" / "differential"))
import explain  # noqa: E402
import mutate  # noqa: E402

FAMILIES = ["config_service", "draft7_order", "geojson_subset", "keyword_if_then_else", "log_records", "numbers_matrix",
            "products_catalog", "pydantic_agent_step", "pydantic_bounds", "pydantic_decimal", "pydantic_dict_of_literal",
            "pydantic_inheritance_forbid", "pydantic_mutual_recursion", "pydantic_nested_dicts", "pydantic_optional_fields",
            "pydantic_recursive_tree", "pydantic_report", "pydantic_set_and_enum", "pydantic_tagged_union", "pydantic_tuple",
            "state_machine", "zod_chat", "zod_defs", "zod_discriminated_union", "zod_lookaround", "zod_nullable_optional",
            "zod_record", "zod_string_checks"]
LARGE_FAMILIES = ["log_records", "products_catalog", "pydantic_report", "zod_discriminated_union"]
SIZES = {"1KB": 1_000, "100KB": 100_000, "10MB": 10_000_000}
VARIANTS = 60
SEED = "1"


def wrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an array of such documents."""
    store = "definitions" if "definitions" in schema else "$defs"
    document = {key: value for key, value in schema.items() if key not in ("$schema", "$id", store)}
    out = {"$schema": schema["$schema"]} if "$schema" in schema else {}
    definitions = {**schema.get(store, {}), "Document": document}
    return moved({**out, "type": "array", "items": {"$ref": f"#/{store}/Document"}, store: definitions}, store)


def moved(value: Any, store: str) -> Any:
    """References to the old root point to where it went. `format` goes: not every peer can leave it unchecked."""
    if isinstance(value, list):
        return [moved(part, store) for part in value]
    if not isinstance(value, dict):
        return value
    out = {key: moved(part, store) for key, part in value.items() if key != "format" or not isinstance(part, str)}
    reference = out.get("$ref")
    if isinstance(reference, str) and not reference.startswith(f"#/{store}/"):
        out["$ref"] = f"#/{store}/Document" + reference[1:]
    return out


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def variants(sluice: pathlib.Path, name: str, work: pathlib.Path) -> list[Any]:
    """The example and documents near it that are valid too, as the command says."""
    schema = SCHEMAS / f"{name}.schema.json"
    example = json.loads((SCHEMAS / f"{name}.example.json").read_text(encoding="utf-8"))
    mutator = mutate.Mutator(json.loads(schema.read_text(encoding="utf-8")), example, f"bench {SEED} {name}")
    folder = work / "variants" / name
    folder.mkdir(parents=True)
    files = []
    for number, text in enumerate(dict.fromkeys(mutator.documents(VARIANTS * 4))):
        # Not larger than the example, or a document of 1 KB would hold one; no numbers beyond what every peer reads.
        is_small = all(abs(float(number)) < 2**53 for number in explain.numbers(text))
        if is_small and len(text) <= len(json.dumps(example)) * 1.2 and not explain.is_excluded("ajv", text):
            files.append(folder / f"{number:03}.json")
            files[-1].write_text(text, encoding="utf-8")
    run = subprocess.run([str(sluice), "schema", "test", str(schema), *map(str, files)], capture_output=True, text=True, timeout=120)
    valid = [path for path in files if f"{path}: valid" in run.stdout.splitlines()]
    if not valid:
        raise RuntimeError(f"{name}: the example is not valid: {run.stdout[:300]}{run.stderr[:300]}")
    return [json.loads(path.read_text(encoding="utf-8")) for path in valid[:VARIANTS]]


def fill(pool: list[Any], size: int, pick: random.Random) -> str:
    """An array of the pool's documents, of about that size."""
    parts, total = [compact(pool[0])], len(compact(pool[0])) + 2
    while True:
        text = compact(pick.choice(pool))
        if total + len(text) + 1 > size:
            return "[" + ",".join(parts) + "]"
        parts.append(text)
        total += len(text.encode()) + 1


def write(sluice: pathlib.Path, folder: pathlib.Path, families: list[str]) -> None:
    """Fills FOLDER/FAMILY with schema.json and a document for each size."""
    for name in families:
        target = folder / "data" / name
        target.mkdir(parents=True)
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
        (target / "schema.json").write_text(json.dumps(wrapped(schema), indent=1), encoding="utf-8")
        pool = variants(sluice, name, folder)
        pick = random.Random(f"{SEED} {name}")
        for size, size_bytes in SIZES.items():
            if size != "10MB" or name in LARGE_FAMILIES:
                (target / f"{size}.json").write_text(fill(pool, size_bytes, pick), encoding="utf-8")
