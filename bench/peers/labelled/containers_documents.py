"""Files that people exchange: tables, Markdown, notebooks, diffs."""
import csv
import io
import json
from random import Random
from typing import Any

from .container import Container, Item
from .containers_config import DotEnv, Yaml
from .containers_output import MESSAGES
from .containers_source import Python
from .labels import Entry
from .words import fill

PYTHON = Python()


class Csv(Container):
    kind = "csv"
    names = ("@kebab@.csv", "export-@kebab@.csv")
    head = "id,created,owner,name,value,comment"
    fillers = ("@snake@|@number@|", "@snake@|@kebab@|@sentence@", "@snake@|@version@|@title@", "@snake@|@amount@|")
    repeat = (1, 6)

    def row(self, rng: Random, *cells: str) -> list[str]:
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow([*fill(rng, "@number@|@day@|@person@").split("|"), *cells])
        return out.getvalue().split("\n")

    def filler(self, rng: Random) -> list[str]:
        return [line for _ in range(rng.randint(*self.repeat))
                for line in self.row(rng, *fill(rng, rng.choice(self.fillers)).split("|"))]

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        return self.row(rng, fill(rng, rng.choice(["@lowername@", "@name@"]), entry.name), entry.text,
                        fill(rng, rng.choice(["", "@title@"])))

    def block(self, rng: Random, entry: Entry) -> list[str]:
        return self.row(rng, entry.title, entry.text, "")

    def note(self, rng: Random, entry: Entry) -> list[str]:
        return self.row(rng, *fill(rng, "@snake@|@amount@").split("|"), entry.text)


class Markdown(Container):
    kind = "markdown"
    names = ("@kebab@.md", "README-@kebab@.md", "runbook-@kebab@.md")
    head = "# @title@\n"
    fillers = ("@sentence@ @sentence@\n", "@sentence@ @sentence@ @sentence@\n@sentence@\n", "## @title@\n",
               "- @sentence@\n- @sentence@\n- @sentence@\n",
               "| @noun@ | @noun@ |\n|---|---|\n| @kebab@ | @amount@ |\n| @kebab@ | @amount@ |\n",
               "```\n@verb@ --@kebab@ @path@\n```\n", "See [@title@](docs/@kebab@.md).\n",
               "1. @sentence@\n2. @sentence@\n", "> @sentence@\n", "**@title@.** @sentence@\n")
    forms = ("```sh\nexport @name@=@text@\n```\n", "Set `@name@` to `@text@` and restart.\n", "- **@name@**: @text@\n",
             "```yaml\n@lowername@: @text@\n```\n",
             "| `@name@` | `@text@` |\n", '```json\n{"@camelname@": "@text@"}\n```\n')
    bare_forms = ("The old token was `@text@`, please rotate it.\n", "> key: @text@\n",
                  "@person@ sent me @text@ in the chat.\n")
    block_form = "`@file@`:\n\n```\n@text@\n```\n"
    command_form = "```bash\n@text@\n```\n"
    note_form = "@text@\n"


class Notebook(Container):
    kind = "notebook"
    names = ("@kebab@.ipynb", "analysis-@kebab@.ipynb")

    def build(self, rng: Random, items: list[Item]) -> str:
        cells: list[dict[str, Any]] = []

        def code(source: str, output: str = "") -> None:
            outputs = [{"name": "stdout", "output_type": "stream", "text": output}] if output else []
            cells.append({"cell_type": "code", "execution_count": len(cells) + 1, "metadata": {}, "outputs": outputs,
                          "source": source})

        for item in items:
            for _ in range(rng.randint(2, 4)):
                if rng.random() < 0.4:
                    cells.append({"cell_type": "markdown", "metadata": {},
                                  "source": fill(rng, "## @title@\n\n@sentence@")})
                else:
                    rows = [fill(rng, "@small@  @kebab@    @number@") for _ in range(rng.randint(2, 9))]
                    code("\n".join(PYTHON.filler(rng)), "\n".join(rows))
            for entry in item:
                if entry.form == "assign" and rng.random() < 0.5:
                    code("\n".join(PYTHON.assign(rng, entry)), fill(rng, rng.choice(MESSAGES)))
                elif entry.form == "assign":
                    code(fill(rng, "print(config['@lowername@'])", entry.name),
                         fill(rng, "@lowername@ = @text@\n", entry.name, entry.text))
                elif entry.form == "command":
                    code("!" + entry.text, '{"status": "ok"}\n')
                else:
                    code(f"!cat {entry.title}" if entry.title else fill(rng, "@noun@.describe()"), entry.text + "\n")
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        value = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


class Diff(Container):
    kind = "diff"
    names = ("@kebab@.diff", "@kebab@.patch")
    hunk = """diff --git a/@path1@ b/@path1@
--- a/@path1@
+++ b/@path1@
@@ -@small1@,8 +@small1@,9 @@ def @snake@():
 @snake@ = @number@"""
    block_form = """diff --git a/@file@ b/@file@
new file mode 100644
--- /dev/null
+++ b/@file@
@@ -0,0 +1,@small@ @@
@text@"""
    margin = "+"
    command_form = "@@ -@small1@,2 +@small1@,3 @@\n set -e\n+@text@"
    note_form = "+# @text@"
    inside = (PYTHON, DotEnv(), Yaml())

    def filler(self, rng: Random) -> list[str]:
        body = [line for _ in range(rng.randint(1, 3)) for line in PYTHON.filler(rng)]
        return [*fill(rng, self.hunk).split("\n"), *(rng.choice("+-  ") + line for line in body)]

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        body = rng.choice(self.inside).assign(rng, entry)
        return [*fill(rng, self.hunk).split("\n"), *(rng.choice("+-") + line for line in body)]


CONTAINERS = [Csv(), Markdown(), Notebook(), Diff()]
