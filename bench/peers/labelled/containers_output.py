"""What programs print: logs, shell sessions and scripts, HTTP traces, stack traces, jobs of continuous integration."""
import json
from random import Random
from typing import Any

from .container import Container, Item, is_plain, unmarked
from .labels import Entry
from .words import NAMES, REGIONS, SERVICES, Clock, fill

MESSAGES = (
    "@verb@ @noun@ took @amount@ ms", "@noun@ @number@ is @adjective@, will @verb@", "connected to @host@:@port@",
    "GET /@noun@/@number@/@noun@ 200 @small@ms @number@b", "POST /@noun@s 201 @small@ms",
            "retry 2 of 5: @noun@ not ready",
    "@noun@ @noun@ count=@number@ size=@amount@kB", "@sentence@", "started @pascal@ in @amount@ seconds",
    "user @login@ from @ip@ opened @noun@", "wrote @number@ rows to @stem@.csv",
            "gc pause @small@ms heap @number@K->@small@M",
    "slow query (@amount@ ms): select @snake@ from @noun@s limit @small@",
            "cache hit ratio 0.@small@ over @number@ lookups",
    "scaling @service@ from @small@ to @small@ replicas", "checkpoint @number@ written, @small@ segments removed")
LEVELS = ("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR")


class Timed(Container):
    """Files whose lines begin with a time. Lines that a value of several lines brings along have none."""
    fillers = MESSAGES
    repeat = (1, 5)
    note_form = "@text@"
    clock: Clock

    def build(self, rng: Random, items: list[Item]) -> str:
        self.clock = Clock(rng)
        return super().build(rng, items)

    def line(self, rng: Random, text: str) -> str:
        raise NotImplementedError

    def show(self, rng: Random, template: str, entry: Entry | None = None) -> list[str]:
        return [self.line(rng, text) for text in super().show(rng, template, entry)]

    def block(self, rng: Random, entry: Entry) -> list[str]:
        return self.show(rng, self.block_form, entry) + entry.text.split("\n")


class Log(Timed):
    kind = "log"
    names = ("@kebab@.log", "@kebab@.out", "stderr-@kebab@.txt")
    styles = ("{now:%Y-%m-%dT%H:%M:%S}.{milliseconds:03}Z {level} [{service}] {text}",
              "{now:%Y-%m-%d %H:%M:%S},{milliseconds:03} - {service}.{noun} - {level} - {text}",
              "[{level}] {now:%H:%M:%S} {noun}: {text}")
    style = 0
    forms = ("loaded @name@=@text@ from the environment", "using @lowername@: @text@",
             "exec env @name@=@text@ ./run-@noun@",
             'config {"@camelname@": "@text@", "region": "@region@"}',
             "@vendor@ rejected the key (@lowername@=@text@), status 401")
    bare_forms = ("request headers: Authorization: Bearer @text@", "invalid credential @text@",
                  "token '@text@' expires in @small@ days",
                  "agent output: the key is @text@.", "[@text@] accepted for @login@")
    block_form = "content of @file@:"

    def line(self, rng: Random, text: str) -> str:
        now = self.clock.next(rng)
        words = {"level": rng.choice(LEVELS), "noun": fill(rng, "@noun@"), "service": rng.choice(SERVICES)}
        return self.styles[self.style].format(now=now, milliseconds=now.microsecond // 1000, text=text, **words)

    def build(self, rng: Random, items: list[Item]) -> str:
        self.style = rng.randrange(len(self.styles))
        return super().build(rng, items)


class Ci(Timed):
    kind = "ci"
    names = ("job-@kebab@.log", "build-@kebab@.txt")
    fillers = ("##[group]Run @verb@ @noun@\nwith: @snake@\n##[endgroup]",
               "Downloading @noun@-@version@.tar.gz (@number@ kB)", "test @snake@ ... ok", "test @snake@ ... ok",
               "PASS @stem@.ts (@amount@ ms)", "@verb@ing @noun@",
               "Step @small@/20 : RUN make @verb@\n ---> Using cache", "Installed @small@ packages in @amount@s",
               "warning: unused variable: `@snake@`\n  --> @stem@.rs:@small@:@small@", "@sentence@",
               "+ make @verb@-@noun@", "Compiling @kebab@ v@version@")
    forms = ("  @name@: @text@", "+ export @name@=@text@", "env: @name@=@text@", "[debug] @lowername@ = @text@",
             "##[debug]Evaluating @name@ => '@text@'")
    bare_forms = ("+ ./deploy --token @text@", "remote: Invalid credential @text@")
    block_form = "+ cat @file@"
    command_form = "+ @text@"

    def line(self, rng: Random, text: str) -> str:
        return f"{self.clock.next(rng):%Y-%m-%dT%H:%M:%S.%f}{rng.randrange(10)}Z {text}"


class JsonLines(Timed):
    kind = "jsonl"
    names = ("@kebab@.jsonl", "@kebab@.ndjson")
    repeat = (1, 3)
    forms = ("@name@=@text@", "set @lowername@ to @text@")
    bare_forms = ("unauthorized: @text@", "Authorization: Bearer @text@")

    def line(self, rng: Random, text: str, **more: Any) -> str:
        value = {"ts": self.clock.next(rng).isoformat(timespec="milliseconds") + "Z",
                 "level": rng.choice(LEVELS).lower(), "service": rng.choice(SERVICES), "msg": text, **more}
        if rng.random() < 0.4:
            value["duration_ms"] = rng.randrange(1, 2000)
        return json.dumps(value, ensure_ascii=False)

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        name = NAMES[rng.choice(["lowername", "camelname", "name"])](entry.name)
        form = rng.randrange(3)
        if form == 0:
            return super().assign(rng, entry)
        more = {"env": {name: entry.text, "REGION": rng.choice(REGIONS)}} if form == 1 else {name: entry.text}
        return [self.line(rng, fill(rng, rng.choice(MESSAGES)), **more)]

    def block(self, rng: Random, entry: Entry) -> list[str]:
        return [self.line(rng, f"read {entry.title}", content=entry.text)]


class Shell(Container):
    kind = "shell"
    names = ("session-@kebab@.txt", "terminal-@kebab@.log")
    fillers = (
        "$ ls -l @noun@s\n" + "-rw-r--r-- 1 @login@ staff @number@ Mar @date@ @minute@ @snake@.@extension@\n" * 4
        + "drwxr-xr-x 2 root root 4096 Mar @date@ @minute@ @noun@",
        "$ git checkout -b @kebab1@\nSwitched to a new branch '@kebab1@'",
        "$ make @verb@\ncc -O2 -c @path@\nok  @noun@  @amount@s", "$ wc -l @path1@\n @number@ @path1@",
        "$ python -m @noun@.@verb@ --@kebab@ @amount@\n@sentence@\n@verb@ @noun@ took @amount@ ms",
        "$ ps aux | grep @noun1@\n@login@ @number@ 0.@small@ 1.@small@ python -m @noun1@",
        "$ ping -c 1 @host@\n64 bytes from @ip@: icmp_seq=1 ttl=63 time=@amount@ ms",
        "$ kubectl get pods\nNAME READY STATUS RESTARTS AGE\n@service@ 1/1 Running @small@ @small@d",
        "$ df -h /\nFilesystem Size Used Avail Use% Mounted on\n/dev/sda1 @small@G @small@G @small@G @small@% /",
        "$ date\n@day@ @clock@ UTC",
        "$ cat @stem@.csv | head -3\n@noun@,@noun@,@noun@\n@number@,@city@,@amount@\n@number@,@city@,@amount@",
        "$ whoami\n@login@", "$ cd @noun@ && pwd\n/home/@login@/@noun@")
    forms = ("$ export @name@=@text@", "$ env | grep @name@\n@name@=@text@", "$ @name@=@text@ ./deploy.sh @noun@",
             "$ env | sort\nHOME=/root\n@name@=@text@\nSHLVL=1\nTERM=xterm",
             "$ grep -rn @lowername@ config/\nconfig/@noun@.yml:@small@:  @lowername@: @text@",
             "$ cat .env | tail -2\nREGION=@region@\n@name@=@text@")
    bare_forms = ("$ echo $@name@\n@text@", "$ vault read -field=value secret/@noun@\n@text@",
                  "$ ./@verb@ --key @text@\nok")
    quoted_forms = ("$ export @name@='@text@'", "$ env | grep @name@\n@name@=@text@")
    block_form = "$ cat @file@\n@text@"
    command_form = '$ @text@\n{"status":"ok"}'
    note_form = "@text@"


class Script(Container):
    kind = "script"
    names = ("@kebab@.sh", "deploy-@kebab@.sh", "@kebab@.bash")
    head = "#!/usr/bin/env bash\nset -euo pipefail\n"
    fillers = (
        '''
@snake@() {
  local @noun1@=$1
  if [ ! -f "$@noun1@" ]; then
    echo "no @noun@: $@noun1@" >&2
    return 1
  fi
  cp "$@noun1@" /var/lib/@noun@/
}''',
        'for @noun1@ in @noun@ @noun@; do\n  @snake@ "$@noun1@"\ndone', "# @sentence@", "mkdir -p /srv/@noun@/@noun@",
        'echo "@sentence@"', "tar -C /srv/@noun@ -czf @noun@.tar.gz .",
        "docker build -t registry.example.com/@noun@:@version@ .",
        "kubectl -n @noun@ rollout status deployment/@service@ --timeout=120s", "@UPPER@=${1:-@number@}",
        'if [ "$#" -lt @small@ ]; then\n  echo "usage: $0 @noun@ @noun@" >&2\n  exit 2\nfi',
        "trap 'rm -rf \"$workdir\"' EXIT", "rsync -a @noun@/ @host@:/srv/@noun@/")
    forms = ("export @name@=@text@", 'export @name@="@text@"', "@name@='@text@'", "./bin/sync --@kebabname@=@text@",
             "./bin/sync --@kebabname@ '@text@' --verbose",
             ': "${@name@:=@text@}"')
    bare_forms = ("docker login -u ci --password @text@ registry.example.com",)
    quoted_forms = ("export @name@='@text@'",)
    block_form = "cat > @file@ <<'EOF'\n@text@\nEOF"
    command_form = "@text@"


class Http(Container):
    kind = "http"
    names = ("trace-@kebab@.http", "@kebab@.har.txt", "curl-@kebab@.log")
    block_form = "GET /files/@file@ HTTP/1.1\nHost: @host@\n\nHTTP/1.1 200 OK\nContent-Type: text/plain\n\n@text@\n"
    note_form = "* @text@"
    agents = ("curl/8.5.0", "python-requests/2.31.0", "okhttp/4.12.0", "Go-http-client/1.1")
    codes = ("200 OK", "201 Created", "204 No Content", "404 Not Found", "429 Too Many Requests")

    def exchange(self, rng: Random, host: str, header: str = "", query: str = "") -> list[str]:
        """One request with its answer, as curl -v shows them or bare."""
        sent, got = rng.choice([("> ", "< "), ("", "")])
        common = [f"User-Agent: {rng.choice(self.agents)}", "Accept: */*", "Accept-Encoding: gzip, deflate"]
        own = [header] if header else []
        request = [fill(rng, rng.choice(["GET /v1/@noun@s", "POST /v2/@noun@s",
                                         "GET /api/@noun@/@number@"])) + query + " HTTP/1.1",
                   f"Host: {host}", *(own + common if rng.random() < 0.5 else common + own), ""]
        answer = [f"HTTP/1.1 {rng.choice(self.codes)}", "Content-Type: application/json",
                  fill(rng, "Date: Tue, 17 Mar 2026 @clock@ GMT"), fill(rng, "Cache-Control: max-age=@number@"),
                  fill(rng, "X-Served-By: @kebab@"), ""]
        body = fill(rng, '{"@noun@": "@kebab@", "@camel@": @number@, "items": ["@noun@", "@noun@"]}')
        return [(sent + line).rstrip() for line in request] + [(got + line).rstrip() for line in answer] + [body, ""]

    def filler(self, rng: Random) -> list[str]:
        return self.exchange(rng, fill(rng, "@host@"))

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        text, format = entry.text, entry.format
        host = fill(rng, "@host@")
        if format is None:
            return self.exchange(rng, host, fill(rng, "X-@headername@: @text@", entry.name, text))
        if unmarked(text).startswith("http"):
            return [f"* POST {text}", *self.exchange(rng, host)]
        is_query = is_plain(text) and not any(c in unmarked(text) for c in "+/=%") and "Bearer" in format.header
        if is_query and rng.random() < 0.2:
            return self.exchange(rng, format.api_host,
                                 query=f"?{rng.choice(['api_key', 'token', 'access_token'])}={text}")
        return self.exchange(rng, format.api_host, format.header.format(text))


class StackTrace(Timed):
    kind = "trace"
    names = ("traceback-@kebab@.txt", "crash-@kebab@.log")
    repeat = (1, 4)
    forms = ("bad @name@: @text@", "@lowername@=@text@ is not allowed here",
             "@vendor@Error: 403 for @lowername@ '@text@'")
    bare_forms = ("401 Client Error: Unauthorized for token @text@", "could not decode @text@")
    block_form = "could not parse @file@:"
    frames = ('  File "/srv/app/@stem@.py", line @small@, in @snake@\n    return self.@noun@.@snake@(@noun@)',
              "\tat com.example.@noun@.@pascal1@.@camel@(@pascal1@.java:@small@)",
              "    at @camel@ (/app/node_modules/@kebab@/@noun@.js:@small@:@small@)")
    first = ("Traceback (most recent call last):", 'Exception in thread "main" com.example.@noun@.@pascal@Exception: ',
             "Error: ")
    errors = ("ValueError", "KeyError", "requests.exceptions.HTTPError", "RuntimeError")

    def line(self, rng: Random, text: str) -> str:
        return f"{self.clock.next(rng):%Y-%m-%d %H:%M:%S} {text}"

    def trace(self, rng: Random, message: str) -> list[str]:
        language = rng.randrange(3)
        frames = [line for _ in range(rng.randint(2, 7)) for line in fill(rng, self.frames[language]).split("\n")]
        if language == 0:
            return [self.first[0], *frames, f"{rng.choice(self.errors)}: {message}", ""]
        return [fill(rng, self.first[language]) + message, *frames, ""]

    def filler(self, rng: Random) -> list[str]:
        return self.trace(rng, fill(rng, "@sentence@")) if rng.random() < 0.5 else super().filler(rng)

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        if rng.random() < 0.3:
            names = fill(rng, "  locals:\n    region = '@region@'\n    @lowername@ = '@text@'\n", entry.name,
                         entry.text)
            return self.trace(rng, fill(rng, "@sentence@"))[:-1] + names.split("\n")
        bare = self.bare_forms if entry.format and not entry.format.needs_name else ()
        return self.trace(rng, fill(rng, rng.choice(self.forms + bare), entry.name, entry.text))

    def note(self, rng: Random, entry: Entry) -> list[str]:
        return self.trace(rng, entry.text)


CONTAINERS = [Log(), JsonLines(), Shell(), Script(), Http(), StackTrace(), Ci()]
