"""Programs that are run: itemsctl, and what reads and writes its files."""

import json
import os
import pathlib
import subprocess


class ProgramError(Exception):
    """A program that refused what it was given."""


def run(words, environment, given=b""):
    ended = subprocess.run(words, input=given, capture_output=True, env=environment)
    if ended.returncode:
        said = (ended.stderr + ended.stdout).decode(errors="replace").strip()
        raise ProgramError(f"{' '.join(map(str, words[:3]))} … ended with {ended.returncode}: {said[:400]}")
    return ended.stdout


class Itemsctl:
    """The program, in a zone, with stores in a folder; nothing of the user's own is read or written."""

    def __init__(self, path, folder, zone):
        self.path, self.folder, self.zone = path, folder, zone
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "TZ": zone, "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
        }

    def imported(self, name, text, file_format):
        """A new store with what a file says."""
        store = pathlib.Path(self.folder, f"{name}.sqlite")
        run([self.path, "--store", store, "--format", file_format, "--quiet", "import", "-"], self.environment, text)
        return store

    def exported(self, store, file_format):
        return run([self.path, "--store", store, "--format", file_format, "--quiet", "export"], self.environment)

    def items(self, store):
        return json.loads(self.exported(store, "json"))["items"]

    def items_of(self, name, text, file_format):
        """What a file says, as items."""
        return self.items(self.imported(name, text, file_format))


def differences(items, others):
    """What differs between two lists of items, by their ids; the number in the store is not a part of an item."""
    found = []
    by_id = {item["id"]: item for item in others}
    for item in items:
        other = by_id.pop(item["id"], None)
        if other is None:
            found.append(f"{item['title'][:60]!r} did not come back")
            continue
        for part in item:
            if part != "number" and item[part] != other[part]:
                found.append(f"{item['title'][:60]!r}: {part} was {item[part]!r}, came back as {other[part]!r}")
    found += [f"{item['title'][:60]!r} is new" for item in by_id.values()]
    return found
