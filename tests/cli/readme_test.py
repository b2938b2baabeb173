#!/usr/bin/env python3
"""Runs the commands of README.md and of the guides to rules and to JSON schemas: in a ```console block every line that starts with `$ ` is run in one folder, and the
lines below it must be what it prints. Blocks marked ```sh are for people and tested elsewhere (./dev demo, ./dev test). A ```toml block of the guide that is a rule pack is a file of its name, and so is a ```json block with a name behind it."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sluice = pathlib.Path(sys.argv[1]).resolve()
source = pathlib.Path(sys.argv[2]).resolve()
guide = (source / "engine/docs/rule_format.md").read_text()
schemas = (source / "engine/docs/json_schemas.md").read_text()
text = (source / "README.md").read_text() + guide + schemas
blocks = re.findall(r"```console\n(.*?)```", text, re.S)
if not blocks:
    sys.exit("README.md has no ```console block: nothing was tested")

commands = []  # (command, expected output)
for block in blocks:
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append([line[2:], ""])
        else:
            commands[-1][1] += line + "\n"

with tempfile.TemporaryDirectory() as folder:
    demo = source / "engine/examples/demo"
    for name in ("report.json", "report.schema.json", "policy.toml", "execute.ndjson"):
        (pathlib.Path(folder) / name).write_bytes((demo / name).read_bytes())
    (pathlib.Path(folder) / "key").write_text("the key of the examples in README\n")
    for pack in re.findall(r"```toml\n(.*?)```", guide, re.S):
        name = re.search(r'^name = "(\w+)"$', pack, re.M).group(1)
        (pathlib.Path(folder) / f"{name}.toml").write_text(pack)
    for name, content in re.findall(r"```json (\S+)\n(.*?)```", schemas, re.S):
        (pathlib.Path(folder) / name).write_text(content)
    environment = {**os.environ, "PATH": f"{sluice.parent}:{os.environ['PATH']}"}
    failed = 0
    for command, expected in commands:
        result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=120)
        if result.stdout != expected:
            failed += 1
            print(f"$ {command}\n--- the document says\n{expected}--- it printed\n{result.stdout}")
print(f"{len(commands) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
