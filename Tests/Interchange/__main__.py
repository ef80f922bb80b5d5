"""Sends generated stores through the files of other programs, both ways. Run by Scripts/interchange, which says how."""

import concurrent.futures
import contextlib
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import calendars
import documents
import faults
import stores
import tasks
from programs import Itemsctl

FORMATS = [calendars, documents, tasks]
SHOWN = 40


@contextlib.contextmanager
def imported(path, seed):
    """The program with a generated store, and its items."""
    store = stores.Store(seed)
    with tempfile.TemporaryDirectory() as folder:
        itemsctl = Itemsctl(path, folder, store.zone)
        records = "\n".join(json.dumps(record) for record in store.records)
        first = itemsctl.imported("first", records.encode(), "ndjson")
        yield itemsctl, first, itemsctl.items(first)


def check(path, seed):
    """What goes wrong with the store of a seed."""
    found = []
    with imported(path, seed) as (itemsctl, store, items):
        if len(items) != stores.ITEMS:
            found.append(f"{len(items)} of {stores.ITEMS} items were taken in")
        for form in FORMATS:
            try:
                found += form.findings(items, itemsctl.exported(store, form.FORMAT), itemsctl)
            except Exception as error:  # noqa: BLE001: whatever a library throws at a file, it does not read it
                found.append(f"{form.FORMAT}: {error!r}")
    return [f"seed {seed}: {text}" for text in found]


def versions():
    def said(*words):
        text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return re.search(r"\d[\w.]*", text)[0]

    names = [f"{name} {importlib.metadata.version(name)}" for name in ("icalendar", "vobject")]
    return ", ".join([*names, f"cmark-gfm {said('cmark-gfm', '--version')}", f"task {said('task', '--version')}"])


def run(path, count, seed):
    """Checks so many stores, one for each seed from the given one on."""
    print(f"{count} stores of {stores.ITEMS} items from seed {seed} through {versions()}", flush=True)
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        found = sum(pool.map(check, [path] * count, range(seed, seed + count)), [])
    for text in found[:SHOWN]:
        print(text)
    if found:
        print(f"{len(found)} differences. One store again: Scripts/interchange ITEMSCTL 1 SEED")
        return 1
    print("Nothing was lost on the way.")
    return 0


def self_test(path):
    """Plants each fault in the first store that has a place for it."""
    missed, left = [], list(faults.FAULTS)
    for seed in range(1, 21):
        with imported(path, seed) as (itemsctl, store, items):
            texts = {form: itemsctl.exported(store, form.FORMAT) for form in FORMATS}
            missed += [f"without a fault: {text}" for form in FORMATS for text in form.findings(items, texts[form], itemsctl)]
            for fault in list(left):
                is_noticed = faults.noticed(*fault, (items, texts[fault[1]], itemsctl))
                if is_noticed is not None:
                    left.remove(fault)
                    print(f"{'noticed' if is_noticed else 'NOT NOTICED'}: {fault[1].FORMAT}: {fault[0]}", flush=True)
                if is_noticed is False:
                    missed.append(fault[0])
        if not left:
            break
    for fault in left:
        print(f"NOT PLANTED: {fault[0]}")
    for text in missed[:SHOWN]:
        print(text)
    if left or missed:
        return 1
    print("Every fault was noticed.")
    return 0


def main():
    path, *words = sys.argv[1:]
    if not pathlib.Path(path).is_file():
        sys.exit(f"There is no program '{path}'.")
    path = os.path.abspath(path)
    if words == ["--self-test"]:
        return self_test(path)
    count, seed = [*map(int, words), *[200, 1][len(words) :]]
    return run(path, count, seed)


if __name__ == "__main__":
    sys.exit(main())
