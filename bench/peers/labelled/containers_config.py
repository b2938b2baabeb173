"""Configuration: environment files, YAML, TOML, INI, JSON, XML, Terraform, Docker, Compose, Kubernetes."""
import json
from collections.abc import Callable
from random import Random
from typing import Any

from .container import SMALLEST, Container, Item, unmarked
from .labels import Entry
from .words import NAMES, camel, can_nest, camel_name, fill, setting


class Settings(Container):
    """Files whose ordinary lines are settings; `line` shows one."""
    line = "{name}={value}"
    is_lower = False
    count = (1, 4)

    def settings(self, rng: Random) -> list[str]:
        pairs = [setting(rng) for _ in range(rng.randint(*self.count))]
        return [self.line.format(name=name.lower() if self.is_lower else name, dotted=NAMES["dottedname"](name),
                                 camel=camel_name(name), value=value) for name, value in pairs]

    def filler(self, rng: Random) -> list[str]:
        lines = super().filler(rng) if self.fillers else []
        return [line for each in lines for line in (self.settings(rng) if each == "..." else [each])]


class DotEnv(Settings):
    kind = "dotenv"
    names = (".env.@kebab@", "@kebab@.env", "printenv-@kebab@.txt")
    fillers = ("...", "...", "...", "...", "\n# @title@\n...", "# @sentence@")
    forms = ("@name@=@text@", "@name@=@text@", '@name@="@text@"', "export @name@=@text@", "export @name@='@text@'")
    quoted_forms = ("@name@='@text@'",)
    block_form = "@name@='@text@'"


class Yaml(Settings):
    kind = "yaml"
    names = ("@kebab@.yaml", "config-@kebab@.yml", "values-@kebab@.yaml")
    line, is_lower = "  {name}: {value}", True
    fillers = ("@snake@:\n...", "@snake@:\n...\n  @noun@s:\n    - @kebab@\n    - @kebab@", "# @sentence@",
               "@snake@: [@small@, @small@]",
               "@noun@s:\n  - name: @kebab@\n    @noun@: @number@\n  - name: @kebab@\n    @noun@: @amount@",
               "@camel@: @kebab@")
    forms = ("@lowername@: @text@", "@camelname@: @text@", "@name@: @text@", '@lowername@: "@text@"',
             "@kebabname@: '@text@'",
             '@first@:\n  enabled: true\n  @rest@: "@text@"', "@first@:\n  region: @region@\n  @rest@: @text@")
    quoted_forms = ('@lowername@: "@text@"', '@camelname@: "@text@"', '@first@:\n  enabled: true\n  @rest@: "@text@"')
    block_form = "@lowername@: |\n@text@"
    margin = "  "


class Toml(Settings):
    kind = "toml"
    names = ("@kebab@.toml", "settings-@kebab@.toml")
    line, is_lower = '{name} = "{value}"', True
    fillers = ("...", "\n[@noun@.@snake@]\n...", '@noun@s = ["@kebab@", "@kebab@", "@kebab@"]', "@snake@ = @number@",
               "@snake@ = true", "# @sentence@")
    forms = ('@lowername@ = "@text@"', '@kebabname@ = "@text@"', '\n[@first@]\n@rest@ = "@text@"',
             "@lowername@ = '@text@'")
    block_form = "@lowername@ = '''\n@text@\n'''"


class Ini(Settings):
    kind = "ini"
    names = ("@kebab@.ini", "@kebab@.properties", "@kebab@.conf")
    line = "{dotted} = {value}"
    fillers = ("...", "...", "...", "\n[@noun@]\n...", "; @sentence@", "# @sentence@")
    forms = ("@lowername@ = @text@", "@dottedname@=@text@", "@camelname@: @text@", "\n[@first@]\n@rest@ = @text@")
    block_form = "@lowername@ =\n@text@"
    margin = "    "


class Xml(Settings):
    kind = "xml"
    names = ("@kebab@.xml", "@kebab@.config", "settings-@kebab@.xml")
    head, tail = '<?xml version="1.0" encoding="UTF-8"?>\n<configuration>', "</configuration>"
    line = '    <add key="{camel}" value="{value}" />'
    fillers = ("  <@camel1@>\n...\n  </@camel1@>", "  <@camel1@>@kebab@</@camel1@>", "  <!-- @sentence@ -->",
               '''  <dependency>
    <groupId>org.@noun@</groupId>
    <artifactId>@kebab@</artifactId>
    <version>@version@</version>
  </dependency>''')
    forms = ('  <add key="@camelname@" value="@text@" />', "  <@lowername@>@text@</@lowername@>",
             '  <property name="@pascalname@" value="@text@"/>',
             '  <entry key="@dottedname@">@text@</entry>', "  <@first@>\n    <@rest@>@text@</@rest@>\n  </@first@>")
    block_form = "  <@camelname@><![CDATA[\n@text@\n]]></@camelname@>"
    command_form = note_form = "  <!-- @text@ -->"


class Terraform(Settings):
    kind = "terraform"
    names = ("@kebab@.tf", "@kebab@.auto.tf")
    line, is_lower = '  {name} = "{value}"', True
    fillers = ('\nresource "aws_s3_bucket" "@snake@" {\n...\n  tags = {\n    team = "@noun@"\n  }\n}',
               '\nresource "google_storage_bucket" "@snake@" {\n...\n}',
               '\nmodule "@snake@" {\n  source = "./modules/@noun@"\n...\n}',
               '\noutput "@snake@" {\n  value = module.@snake@.@noun@\n}', "\n# @sentence@",
               '\nresource "azurerm_resource_group" "@noun@" {\n  name     = "@kebab@"\n  location = "westeurope"\n}',
               "\nlocals {\n  @snake@ = @number@\n}")
    forms = ('\nvariable "@lowername@" {\n  type      = string\n  sensitive = true\n  default   = "@text@"\n}',
             '\nlocals {\n  @lowername@ = "@text@"\n}',
             '\nprovider "@first@" {\n  region = "@region@"\n  @lowername@ = "@text@"\n}',
             '\nenvironment {\n  variables = {\n    @name@ = "@text@"\n  }\n}')
    block_form = "\nlocals {\n  @lowername@ = <<EOT\n@text@\nEOT\n}"

    def block(self, rng: Random, entry: Entry) -> list[str]:
        return ["", *entry.text.split("\n")] if entry.title.endswith(".tf") else super().block(rng, entry)


class Docker(Settings):
    kind = "docker"
    names = ("Dockerfile.@kebab@", "@kebab@.Dockerfile")
    head = "FROM python:3.11-slim AS build\nWORKDIR /app"
    tail = 'CMD ["python", "-m", "app"]'
    line, count = "ENV {name}={value}", (1, 2)
    fillers = ("...", "...", '''RUN apt-get update && apt-get install -y --no-install-recommends \\
    lib@noun@-dev \\
    && rm -rf /var/lib/apt/lists/*''',
               "COPY @path@ /app/@noun@/", "# @sentence@", "LABEL org.example.@noun@=@kebab@", "EXPOSE @port@",
               "RUN make @verb@-@noun@", "\nFROM build AS @kebab@",
               "RUN useradd --system --uid @port@ @noun@",
               'HEALTHCHECK --interval=@small@s CMD ["/bin/@verb@", "@noun@"]', "VOLUME /var/lib/@noun@")
    forms = ("ENV @name@=@text@", "ARG @name@=@text@", 'ENV @name@="@text@"', "ENV @name@ @text@",
             "RUN @name@=@text@ make publish",
             "RUN ./configure --@kebabname@=@text@ && make")
    quoted_forms = ("ENV @name@='@text@'",)
    block_form = "COPY <<'EOF' /app/@file@\n@text@\nEOF"
    command_form = "RUN @text@"


class Compose(Settings):
    kind = "compose"
    names = ("docker-compose.@kebab@.yml", "compose-@kebab@.yaml")
    head = "services:"
    line = "      {name}: {value}"
    fillers = ('''  @service1@-@small@:
    image: registry.example.com/@service1@:@version@
    restart: unless-stopped
    ports:
      - "@port1@:@port1@"
    environment:
...''',
               '''  @service1@-@small@:
    build:
      context: ./@noun@
      target: @kebab@
    depends_on:
      - @service@
    environment:
...''',
               "  # @sentence@", '''  redis-@small@:
    image: redis:7.2-alpine
    command: redis-server --maxmemory @small@mb
    environment:
...''')
    forms = ('      @name@: "@text@"', "      @name@: '@text@'",
             '''  worker-@number@:
    image: registry.example.com/worker:@version@
    environment:
      - @name@=@text@''',
             "  job-@number@:\n    image: busybox\n    command: ./run --@kebabname@=@text@")
    block_form = "  @kebabname@-@number@:\n    content: |\n@text@"
    margin = "      "


class Kubernetes(Settings):
    kind = "kubernetes"
    names = ("@kebab@.yaml", "deploy-@kebab@.yaml")
    line = '  {name}: "{value}"'
    fillers = ("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: @service@\ndata:\n...",
               '''---
apiVersion: v1
kind: Service
metadata:
  name: @service1@
  labels:
    app.kubernetes.io/name: @service1@
    app.kubernetes.io/version: @version@
spec:
  selector:
    app: @service1@
  ports:
    - port: @port@
      targetPort: http''',
               '''---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: @kebab@
spec:
  schedule: "@small@ 3 * * *"
  concurrencyPolicy: Forbid''', "# @sentence@",
               '''---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: @service1@
spec:
  minReplicas: 2
  maxReplicas: @small@
  scaleTargetRef:
    kind: Deployment
    name: @service1@''')
    forms = ('---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: @service@-env\nstringData:\n  @name@: "@text@"',
             '''---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: @service1@
spec:
  template:
    spec:
      containers:
        - name: @service1@
          image: example/@service1@:@version@
          env:
            - name: @name@
              value: "@text@"''',
             '''---
apiVersion: v1
kind: ConfigMap
metadata:
  name: @service@-config
data:
  @kebabname@: "@text@"''')
    block_form = "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: @kebabname@\ndata:\n  @file@: |\n@text@"
    margin = "    "

    def block(self, rng: Random, entry: Entry) -> list[str]:
        is_manifest = unmarked(entry.text).startswith("apiVersion")
        return ["---", *entry.text.split("\n")] if is_manifest else super().block(rng, entry)


class Json(Container):
    kind = "json"
    names = ("@kebab@.json", "config-@kebab@.json", "response-@kebab@.json")
    values = ("@kebab@", "@day@", "https://@host@/", "@sentence@", "@version@", "@noun@", "@region@", "@path@")

    def members(self, rng: Random) -> dict[str, Any]:
        def text() -> str:
            return fill(rng, rng.choice(self.values))

        kinds: list[Callable[[], Any]] = [
            text, text, lambda: rng.randrange(10**5), lambda: rng.random() < 0.5, lambda: None,
            lambda: [text() for _ in range(rng.randint(1, 4))],
            lambda: {fill(rng, "@noun@"): rng.randrange(100), fill(rng, "@noun@"): text()}]
        return {camel(rng): rng.choice(kinds)() for _ in range(rng.randint(3, 9))}

    def build(self, rng: Random, items: list[Item]) -> str:
        root: dict[str, Any] = {"name": fill(rng, "@kebab@"), "version": fill(rng, "@version@"), **self.members(rng)}
        for item in items:
            style = NAMES[rng.choice(["camelname", "lowername", "kebabname", "name"])]
            members: dict[str, Any] = {}
            for entry in item:
                first, rest = NAMES["first"](entry.name), NAMES["rest"](entry.name)
                if entry.form == "assign" and can_nest(entry.name) and rng.random() < 0.25:
                    members[first] = {**members.get(first, {"enabled": True}), camel_name(rest): entry.text}
                else:
                    members[style(entry.name) if entry.name else "description"] = entry.text
            # No key of the filler may take the place of one that holds a value.
            after = {key: value for key, value in self.members(rng).items() if key not in members}
            while (section := camel(rng)) in root:
                pass
            root[section] = {**self.members(rng), **members, **after}
        while len(json.dumps(root)) < SMALLEST:
            root = {**self.members(rng), **root}
        return json.dumps(root, indent=rng.choice([2, 4]), ensure_ascii=False) + "\n"


CONTAINERS = [DotEnv(), Yaml(), Toml(), Ini(), Json(), Xml(), Terraform(), Docker(), Compose(), Kubernetes()]
