"""CPU time of `sluice check` on a small file against `file --brief` on it: whole processes, best of N, interleaved.

usage: measure_process.py SLUICE [ROUNDS]    prints a JSON object
"""
import json
import os
import subprocess
import sys
import tempfile

TEXT = "The report has three tables.\nEach gives the sums of one quarter.\n" * 30


def cpu_ms(command):
    with open(os.devnull, "wb") as null:
        child = subprocess.Popen(command, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"measure_process: {command[0]} ended with {child.returncode}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def main():
    sluice, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(TEXT)
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(cpu_ms([sluice, "check", path]))
            theirs.append(cpu_ms(["file", "--brief", path]))
    print(json.dumps({"sluice_check_ms": [round(t, 3) for t in sorted(ours)],
                      "file_brief_ms": [round(t, 3) for t in sorted(theirs)]}))


main()
