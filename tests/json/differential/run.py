#!/usr/bin/env python3
"""Our schema plan against other validators on mutated documents: every disagreement must be of a class that explain.py lists.

usage: run.py BUILD_DIR [--documents N] [--engine NAME]... [--schema GLOB] [--seed N] [--tools DIR] [--install] [--out FILE.md]
       run.py BUILD_DIR --full --tools DIR      the whole campaign, which writes tests/results/json_differential.md

The engines are valijson (sluice-schema-reference), python-jsonschema (Debian's), ajv and blaze (npm, below --tools).
Exit status: 0 all explained, 1 not, 2 usage."""
import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(HERE))
import engines  # noqa: E402
import explain  # noqa: E402
import mutate  # noqa: E402

SCHEMAS = ROOT / "tests" / "data" / "json-schemas"
FULL_DOCUMENTS = 340


@dataclasses.dataclass
class Tally:
    documents: int = 0
    valid: int = 0
    schemas: int = 0
    compared: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    excluded: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    refused: dict = dataclasses.field(default_factory=dict)  # (engine, schema) -> its words
    explained: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    backed: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    examples: dict = dataclasses.field(default_factory=dict)  # place of a reason -> (schema, case)
    unexplained: list = dataclasses.field(default_factory=list)


def compare(name: str, text: str, documents: list[str], ours: list[str], answers: dict[str, list[str]], tally: Tally) -> None:
    schema = json.loads(text)
    for number, (document, mine) in enumerate(zip(documents, ours)):
        given = {engine: verdicts[number] for engine, verdicts in answers.items()
                 if not explain.is_excluded(engine, document)}
        for engine in answers:
            (tally.compared if engine in given else tally.excluded)[engine] += 1
        for engine, other in given.items():
            if mine == other and mine in ("valid", "invalid"):
                continue
            case = explain.Case(engine, schema, document, mine, other)
            reason = explain.reason_of(case) if mine in ("valid", "invalid") else None
            # A class may be wider than the fault: where others were asked, one of them must say what we say.
            is_backed = mine in (verdict for name_of, verdict in given.items() if name_of != engine)
            if reason is None or (len(given) > 1 and not is_backed):
                tally.unexplained.append((name, case))
                continue
            place = explain.REASONS.index(reason)
            tally.explained[place] += 1
            tally.backed[place] += is_backed
            tally.examples.setdefault(place, (name, case))


def campaign(arguments: argparse.Namespace, ours: engines.Worker, others: dict) -> Tally:
    tally = Tally()
    for path in sorted(SCHEMAS.glob(arguments.schema + ".schema.json")):
        name = path.name.removesuffix(".schema.json")
        text = path.read_text(encoding="utf-8")
        example = json.loads((SCHEMAS / f"{name}.example.json").read_text(encoding="utf-8"))
        documents = list(mutate.Mutator(json.loads(text), example, f"{arguments.seed} {name}").documents(arguments.documents))
        verdicts = ours.judge(text, documents)
        if isinstance(verdicts, str):
            tally.refused["sluice", name] = verdicts
            continue
        if verdicts[0] != "valid":
            tally.unexplained.append((name, explain.Case("sluice", json.loads(text), documents[0], verdicts[0], "its example is valid")))
        tally.schemas += 1
        tally.documents += len(documents)
        tally.valid += verdicts.count("valid")
        answers = {}
        for engine, worker in others.items():
            result = worker.judge(text, documents)
            if isinstance(result, str):
                tally.refused[engine, name] = result
            else:
                answers[engine] = result
        compare(name, text, documents, verdicts, answers, tally)
    for worker in (ours, *others.values()):
        worker.close()
    return tally


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def shown(text: str, most: int = 90) -> str:
    text = text.encode("ascii", "backslashreplace").decode()
    return "`" + cell(text if len(text) <= most else text[:most] + "...").replace("`", "'") + "`"


def report(tally: Tally, others: dict, missing: dict, arguments: argparse.Namespace) -> str:
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True,
                            text=True).stdout.strip()
    out = ["# The schema plan against other validators", "",
           f"`tests/json/differential/run.py BUILD_DIR --full --tools DIR`, seed {arguments.seed}, commit {commit}: "
           f"{tally.documents:,} mutated documents over {tally.schemas} schemas of tests/data/json-schemas, "
           f"{tally.valid / max(tally.documents, 1):.0%} of them valid. `format` is a comment for every engine here.", "",
           "| engine | documents compared | agreeing | disagreements, all explained below | not given | schemas refused |", "|---|---|---|---|---|---|"]
    for engine, worker in others.items():
        wrong = sum(count for place, count in tally.explained.items() if explain.REASONS[place].engine == engine)
        open_cases = sum(1 for _, case in tally.unexplained if case.engine == engine)
        refused = sum(1 for name, _ in tally.refused if name == engine)
        out.append(f"| {engine} {worker.version} | {tally.compared[engine]:,} | {tally.compared[engine] - wrong - open_cases:,} | "
                   f"{wrong:,}{f' and **{open_cases} unexplained**' if open_cases else ''} | {tally.excluded[engine]:,} | {refused} |")
    out += [f"\n{engine}: not run, {why}." for engine, why in missing.items()]
    out += ["", "Not given to ajv: integers beyond 2^53 (it reads doubles) and names of JavaScript's prototype.", "",
            "## Every disagreement", "",
            "| engine | keyword | documents | another engine says what sluice says | reason | right by the standard | an example: schema, "
            "document, sluice, engine |", "|---|---|---|---|---|---|---|"]
    for place, reason in enumerate(explain.REASONS):
        if place in tally.explained:
            name, case = tally.examples[place]
            out.append(f"| {reason.engine} | {reason.keyword} | {tally.explained[place]} | {tally.backed[place]} | {cell(reason.why)} | {reason.right} | "
                       f"{name}: {shown(case.text)}, {case.ours}, {cell(case.theirs)} |")
    if tally.refused:
        out += ["", "## Schemas that an engine refuses", "", "| engine | schema | its words |", "|---|---|---|"]
        out += [f"| {engine} | {name} | {shown(words, 160)} |" for (engine, name), words in sorted(tally.refused.items())]
    for name, case in tally.unexplained[:50]:
        out.append(f"\nUNEXPLAINED: {case.engine}, {name}: {shown(case.text, 300)}: sluice {case.ours}, {case.engine} {case.theirs}")
    return "\n".join(out) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    parser.add_argument("--documents", type=int, default=40, help="for each schema")
    parser.add_argument("--engine", action="append", default=[], help="only this one; repeated for more")
    parser.add_argument("--schema", default="*", help="only schemas of that name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tools", type=pathlib.Path, help="folder of the npm packages")
    parser.add_argument("--install", action="store_true", help="install the npm packages below --tools")
    parser.add_argument("--full", action="store_true", help=f"{FULL_DOCUMENTS} documents a schema, and the result as a file")
    parser.add_argument("--out", type=pathlib.Path, help="write the result to this file")
    arguments = parser.parse_args()
    if arguments.install and arguments.tools is None:
        parser.error("--install needs --tools")
    if arguments.full:
        arguments.documents = FULL_DOCUMENTS
        arguments.out = arguments.out or ROOT / "tests" / "results" / "json_differential.md"
    if arguments.install:
        engines.install(arguments.tools)
    ours, others, missing = engines.find(arguments.build.resolve(), arguments.tools and arguments.tools.resolve())
    if arguments.engine:
        for name in arguments.engine:
            if name not in others:
                print(f"run: {name}: {missing.get(name, 'no such engine')}", file=sys.stderr)
                return 2
        others = {name: others[name] for name in arguments.engine}
        missing = {}
    tally = campaign(arguments, ours, others)
    text = report(tally, others, missing, arguments)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    print(text)
    # A comparison of few documents, or of one verdict only, says little.
    if tally.documents == 0 or not 0.1 < tally.valid / tally.documents < 0.9:
        print("run: too few documents, or nearly all of one verdict", file=sys.stderr)
        return 1
    return 1 if tally.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
