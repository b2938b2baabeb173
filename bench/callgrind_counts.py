"""Sums the instructions of our own objects in callgrind profiles: what libraries do differs from machine to machine.

usage: callgrind_counts.py PROFILE...    prints "name own total" for each profile of one counted region
"""
import os
import re
import sys

OWN = "sluice_counts"


def read(path):
    """The region's name, the instructions of our objects and those of all."""
    region, own, total = None, 0, 0
    objects = {}
    is_own = False
    skip_next = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            line = line.rstrip("\n")
            found = re.match(r"desc: Trigger: Client Request: (\w+)", line)
            if found:
                region = found[1]
            elif line.startswith("ob="):
                found = re.match(r"ob=\((\d+)\)(?: (.*))?", line)
                if found[2] is not None:
                    objects[found[1]] = os.path.basename(found[2])
                is_own = objects.get(found[1]) == OWN
            elif line.startswith("cob="):
                found = re.match(r"cob=\((\d+)\)(?: (.*))?", line)
                if found[2] is not None:
                    objects[found[1]] = os.path.basename(found[2])
            elif line.startswith("calls="):
                skip_next = True  # the next line is the cost of what was called, counted where it was spent
            elif re.match(r"[+\-*\d]", line):
                if skip_next:
                    skip_next = False
                    continue
                parts = line.split()
                cost = int(parts[1]) if len(parts) > 1 else 0
                total += cost
                own += cost if is_own else 0
    return region, own, total


for profile in sys.argv[1:]:
    name, own_count, total_count = read(profile)
    if name is not None:
        print(name, own_count, total_count)
