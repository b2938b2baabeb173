"""The scanners that are compared, how each is found on this machine and how it is run."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
from typing import Callable

import conversion

# Commands get the folder to scan as their working folder, unless they say otherwise; `{folder}` is its path.


@dataclasses.dataclass
class Peer:
    name: str
    command: list[str] = dataclasses.field(default_factory=list)
    convert: Callable[[bytes, pathlib.Path], list[conversion.Finding]] = conversion.sluice
    version: str = ""
    reads_stderr: bool = False  # what it found stands there, not on stdout
    cwd: pathlib.Path | None = None
    env: dict[str, str] = dataclasses.field(default_factory=dict)
    note: str = ""
    missing: str = ""  # why it does not run here


def first_line(command: list[str], **options) -> str:
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return next((line.strip() for line in run.stdout.splitlines() if line.strip()), "unknown")


def sluice(binary: pathlib.Path) -> Peer:
    command = [str(binary), "check", "--channel", "stdout", "--type", "text/plain", "--format", "jsonl", "."]
    return Peer("sluice", command, conversion.sluice, first_line([str(binary), "--version"]).removeprefix("sluice "),
                note="default policy: text, URL and injection stages too")


def secretlint(tools: pathlib.Path) -> Peer:
    peer = Peer("secretlint", convert=conversion.secretlint, note="npm, preset recommend")
    binary = tools / "node_modules" / ".bin" / "secretlint"
    if not binary.exists():
        peer.missing = "npm packages secretlint and @secretlint/secretlint-rule-preset-recommend are not in --tools"
        return peer
    config = tools / "secretlintrc.json"
    config.write_text('{"rules": [{"id": "@secretlint/secretlint-rule-preset-recommend"}]}\n')
    peer.command = [str(binary), "--secretlintrc", str(config), "--format", "json", "**/*"]
    peer.version = first_line([str(binary), "--version"])
    return peer


def git_secrets(tools: pathlib.Path) -> Peer:
    peer = Peer("git-secrets", convert=conversion.git_secrets, reads_stderr=True,
                note="Debian, --register-aws; names lines only")
    folders = [str(tools / "git-secrets" / "usr" / "bin"), os.environ.get("PATH", "")]
    binary = shutil.which("git-secrets", path=os.pathsep.join(folders))
    if not binary or not shutil.which("git"):
        peer.missing = "Debian's git-secrets is neither in --tools nor installed"
        return peer
    # Its patterns live in the configuration of a repository; HOME keeps it away from this machine's credentials.
    repository = tools / "git-secrets-repository"
    if not repository.exists():
        subprocess.run(["git", "init", "-q", str(repository)], check=True, timeout=60)
        subprocess.run([binary, "--register-aws"], cwd=repository, env={**os.environ, "HOME": str(repository)}, check=True,
                       capture_output=True, timeout=60)
    peer.command = [binary, "--scan", "-r", "{folder}"]
    peer.cwd, peer.env = repository, {"HOME": str(repository)}
    peer.version = first_line(["dpkg-deb", "-f", str(next(tools.glob("git-secrets_*.deb"), "")), "Version"])
    return peer


# Scanners that no package of Debian or npm brings, run where they are installed: name, command, conversion, remark.
ELSEWHERE = [
    ("gitleaks", ["gitleaks", "dir", ".", "--no-banner", "--log-level", "error", "--report-format", "json",
                  "--report-path", "-"], conversion.gitleaks),
    ("betterleaks", ["betterleaks", "dir", ".", "--no-banner", "--log-level", "error", "--report-format", "json",
                     "--report-path", "-"], conversion.gitleaks),
    ("trufflehog", ["trufflehog", "filesystem", ".", "--json", "--no-verification", "--no-update"],
     conversion.trufflehog),
    ("detect-secrets", ["detect-secrets", "scan", "--all-files", "--no-verify", "."], conversion.detect_secrets),
]
NOT_RUN = {
    "infisical scan": "npm package @infisical/cli: its install step downloads the program from elsewhere and fails where "
                      "only registries are reached",
    "Nosey Parker, titus, kingfisher": "no package of Debian or npm; no conversion of their output is written",
    "whispers, llm-guard": "PyPI only",
    "microsoft/security-utilities": "npm has no package of it",
}


def elsewhere() -> list[Peer]:
    out = []
    for name, command, convert in ELSEWHERE:
        peer = Peer(name, command, convert, note="installed by hand")
        if shutil.which(command[0]) is None:
            peer.missing = "no package of Debian or npm brings it, and it is not on PATH"
        else:
            peer.version = first_line([command[0], "version" if "leaks" in name else "--version"])
        out.append(peer)
    return out


def all_peers(binary: pathlib.Path, tools: pathlib.Path) -> list[Peer]:
    return [sluice(binary), secretlint(tools), git_secrets(tools), *elsewhere()]


def install(tools: pathlib.Path) -> None:
    """Puts what Debian and npm have below `tools`; nothing of the system changes. A failure leaves a peer out."""
    tools.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(tools), "secretlint",
           "@secretlint/secretlint-rule-preset-recommend"]
    for command in (npm, ["apt-get", "download", "-q", "git-secrets"]):
        try:
            subprocess.run(command, cwd=tools, timeout=300, check=True, capture_output=True)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"peers: {command[0]}: {error}")
    for package in tools.glob("git-secrets_*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(package), str(tools / "git-secrets")], check=True, timeout=60)
