"""Validators as processes: a schema and many documents in, a verdict for each out.

A verdict is "valid", "invalid", or a text that begins with "error", "crashed" or "timeout". A schema that an engine does not
take gives one text that begins with "refused"."""
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LONG_INTEGER = re.compile(r"\d{19}")
FAILED_LINE = re.compile(r"^fail: .*\(entry #(\d+)\)$", re.M)
SUMMARY = re.compile(r"^(\d+) validated, \d+ passed, (\d+) failed$", re.M)
D2020 = "https://json-schema.org/draft/2020-12/schema"


class Worker:
    """A process that speaks the protocol of engine/src/json/reference/protocol.h."""

    def __init__(self, name: str, command: list[str], version: str, timeout_s: float = 10.0):
        self.name, self.command, self.version, self.timeout_s = name, command, version, timeout_s
        self.process: subprocess.Popen | None = None
        self.rest = b""

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.process, self.rest = None, b""

    def ask(self, kind: str, text: str) -> str:
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        data = text.encode()
        try:
            self.process.stdin.write(f"{kind} {len(data)}\n".encode() + data)
        except BrokenPipeError:
            return self.ended("crashed")
        end = time.monotonic() + self.timeout_s
        while b"\n" not in self.rest:
            ready = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))[0]
            if not ready:
                return self.ended("timeout")
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                return self.ended("crashed")
            self.rest += piece
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def ended(self, how: str) -> str:
        if how == "crashed":
            how = f"crashed: status {self.process.wait()}"
        self.close()
        return how

    def judge(self, schema: str, documents: list[str]) -> str | list[str]:
        loaded = self.ask("schema", schema)
        if loaded != "ready":
            return loaded if loaded.startswith("refused") else f"refused: {loaded}"
        out = []
        for document in documents:
            if self.process is None:
                self.ask("schema", schema)
            out.append(self.ask("instance", document))
        return out


class Blaze:
    """@sourcemeta/jsonschema: one run for all documents, as lines of a file."""
    name = "blaze"

    def __init__(self, command: list[str], version: str):
        self.command, self.version = command, version

    def close(self) -> None:
        pass

    def judge(self, schema: str, documents: list[str]) -> str | list[str]:
        out = self.judge_lines(schema, documents)
        if isinstance(out, list):
            return out
        # It gives up on the whole file where one integer is beyond 64 bits.
        small = [number for number, text in enumerate(documents) if not LONG_INTEGER.search(text)]
        answers = self.judge_lines(schema, [documents[number] for number in small])
        if isinstance(answers, str):
            return answers
        known = dict(zip(small, answers))
        return [known.get(number, "error: an integer beyond 64 bits") for number in range(len(documents))]

    def judge_lines(self, schema: str, documents: list[str]) -> str | list[str]:
        with tempfile.TemporaryDirectory(prefix="sluice-blaze-") as name:
            folder = pathlib.Path(name)
            (folder / "schema.json").write_text(schema, encoding="utf-8")
            (folder / "documents.jsonl").write_text("".join(text + "\n" for text in documents), encoding="utf-8")
            run = subprocess.run([*self.command, "validate", "schema.json", "documents.jsonl", "--continue", "--fast",
                                  "--default-dialect", D2020], cwd=folder, capture_output=True, text=True, timeout=300)
        text = run.stdout + run.stderr
        # Its JSON form has no numbers and is not in the order of the documents.
        failed = {int(number) for number in FAILED_LINE.findall(text)}
        summary = SUMMARY.search(text)
        if summary is None or int(summary[1]) != len(documents) or int(summary[2]) != len(failed):
            return f"refused: {text.strip()[-200:]}"
        return ["invalid" if number + 1 in failed else "valid" for number in range(len(documents))]


def npm_version(tools: pathlib.Path, package: str) -> str:
    return json.loads((tools / "node_modules" / package / "package.json").read_text(encoding="utf-8"))["version"]


def debian_python() -> tuple[str, str] | None:
    """Debian's interpreter, which sees Debian's python3-jsonschema, and that package's version."""
    code = "import importlib.metadata as m; print(m.version('jsonschema'))"
    run = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True)
    return ("/usr/bin/python3", run.stdout.strip()) if run.returncode == 0 else None


def find(build: pathlib.Path, tools: pathlib.Path | None) -> tuple[Worker, dict[str, Worker | Blaze], dict[str, str]]:
    """Ours, the others by name, and why one is missing."""
    ours = Worker("sluice", [str(build / "tests" / "json" / "sluice_schema_batch")], "")
    others: dict[str, Worker | Blaze] = {}
    missing = {}
    reference = build / "engine" / "cli" / "sluice-schema-reference"
    if reference.exists():
        others["valijson"] = Worker("valijson", [str(reference)], "1.0 (Debian), lowered to draft 7")
    else:
        missing["valijson"] = "sluice-schema-reference is not built"
    python = debian_python()
    if python:
        others["python-jsonschema"] = Worker("python-jsonschema", [python[0], str(HERE / "python_worker.py")], python[1])
    else:
        missing["python-jsonschema"] = "Debian's python3-jsonschema is not installed"
    modules = tools / "node_modules" if tools else None
    if modules and (modules / "ajv").exists() and shutil.which("node"):
        others["ajv"] = Worker("ajv", ["node", str(HERE / "ajv_worker.js"), str(modules)], npm_version(tools, "ajv"))
    else:
        missing["ajv"] = "npm package ajv is not in --tools"
    if modules and (modules / "@sourcemeta" / "jsonschema").exists() and shutil.which("node"):
        others["blaze"] = Blaze([str(modules / ".bin" / "jsonschema")], npm_version(tools, "@sourcemeta/jsonschema"))
    else:
        missing["blaze"] = "npm package @sourcemeta/jsonschema is not in --tools"
    return ours, others, missing


def install(tools: pathlib.Path) -> None:
    """Puts the npm packages below `tools`; nothing of the system changes. A failure leaves them out."""
    tools.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(tools), "ajv", "ajv-formats", "ajv-draft-04",
               "@sourcemeta/jsonschema"]
    try:
        subprocess.run(command, cwd=tools, timeout=300, check=True, capture_output=True)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"differential: {command[0]}: {error}")
