"""Taskwarrior, by `task`: what it knows of an export that it imported, and what itemsctl reads of its own export."""

import datetime
import json
import os
import pathlib
import re
import shutil
import zoneinfo

from programs import differences, run

FORMAT = "taskwarrior"
STATUSES = {"open": "pending", "done": "completed", "cancelled": "deleted"}
# Nothing is asked, told, hidden or made by itself.
SETTINGS = """confirmation=off
verbose=nothing
hooks=off
gc=off
recurrence=off
news.version=2.6.0
"""


class Taskwarrior:
    """The program, with data of its own that is empty at first."""

    def __init__(self, folder, zone):
        data = pathlib.Path(folder, "taskwarrior")
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir()
        settings = data / "taskrc"
        settings.write_text(f"data.location={data}\n{SETTINGS}")
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TASKRC": str(settings), "TZ": zone,
                            "LC_ALL": "C.UTF-8"}

    def imported(self, text):
        run(["task", "import", "-"], self.environment, text)

    def exported(self):
        return run(["task", "export"], self.environment)


def plain(text):
    """A text without what Taskwarrior takes for signs of its own."""
    return re.sub("&(open|close|dquot|colon|comma);", r"& \1;", text)


def time(text, zone):
    """A time as Taskwarrior has it: whole seconds of UTC, and for a day its beginning in the local zone."""
    if text is None:
        return None
    date = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    if len(text) == 10:
        date = date.replace(tzinfo=zone)
    return date.astimezone(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def expected(item, zone):
    notes = plain(item["notes"])
    return {
        "uuid": item["id"], "description": plain(item["title"]), "status": STATUSES[item["status"]],
        "project": None if item["list"] == "inbox" else plain(item["list"]),
        # A comma and a colon divide tags there.
        "tags": sorted(tag for tag in item["tags"] if not set(tag) & set(",:")) or None,
        "priority": item["priority"][0].upper() if item["priority"] != "none" else None,
        "due": time(item["due"], zone), "entry": time(item["createdAt"], zone), "modified": time(item["updatedAt"], zone),
        "end": time(item["completedAt"], zone),
        "annotations": [{"entry": time(item["createdAt"], zone), "description": notes}] if notes else None,
    }


def known(items, tasks, zone):
    """What Taskwarrior knows otherwise than it is."""
    found = []
    if len(tasks) != len(items):
        found.append(f"{len(tasks)} tasks of {len(items)} items")
    by_id = {task["uuid"]: task for task in tasks}
    for item in items:
        task = by_id.get(item["id"])
        if task is None:
            found.append(f"{item['title'][:60]!r} is not there")
            continue
        for name, value in expected(item, zone).items():
            known = task.get(name)
            if (sorted(known) if name == "tags" and known else known) != value:
                found.append(f"{item['title'][:60]!r}: {name} should be {value!r}, is {known!r}")
    return [f"task: {text}" for text in found]


def as_known(items):
    """Items without the status `waiting`: to Taskwarrior 2.6, a task is pending, and waits by its key `wait` alone."""
    known = []
    for item in items:
        attributes = dict(item["attributes"])
        if item["status"] == "open" and attributes.get("status") == "waiting" and "wait" in attributes:
            del attributes["status"]
        known.append(item | {"attributes": attributes})
    return known


def plainly(item, zone):
    """What a task says of an item in Taskwarrior's own words."""
    said = {part: item[part] for part in ("id", "status", "priority")}
    texts = {part: plain(item[part]) for part in ("title", "notes", "list")}
    tags = [tag for tag in item["tags"] if not set(tag) & set(",:")]
    return said | texts | {"tags": tags, "due": time(item["due"], zone), "completedAt": time(item["completedAt"], zone)}


def findings(items, text, itemsctl, changed=lambda text: text):
    """What goes wrong on the way to Taskwarrior and back; `changed` damages what it wrote."""
    zone = zoneinfo.ZoneInfo(itemsctl.environment["TZ"])
    program = Taskwarrior(itemsctl.folder, zone.key)
    program.imported(text)
    written = changed(program.exported())
    tasks = json.loads(written)
    found = known(items, tasks, zone)
    back = itemsctl.items_of("task", written, FORMAT)
    found += [f"task writes: {text}" for text in differences(as_known(items), as_known(back))]
    # Without the attribute of our own, as of tasks that were made there.
    plain_tasks = [{key: value for key, value in task.items() if key != "itemsctl"} for task in tasks]
    back = itemsctl.items_of("task-plain", json.dumps(plain_tasks).encode(), FORMAT)
    plain_items = ([plainly(item, zone) for item in some] for some in (items, back))
    return found + [f"task writes plainly: {text}" for text in differences(*plain_items)]
