"""iCalendar, by PyPI's `icalendar` and `vobject`: what they read of an export, and what itemsctl reads of what they write."""

import collections
import datetime
import itertools
import re

import icalendar
import vobject
from dateutil import rrule

from programs import differences

FORMAT = "icalendar"
STATUSES = {"open": "NEEDS-ACTION", "done": "COMPLETED", "cancelled": "CANCELLED"}
PRIORITIES = {"none": None, "high": 1, "medium": 5, "low": 9}
EXTRA = re.compile(rb"X-ITEMSCTL:[^\r]*\r\n(?: [^\r]*\r\n)*")
# So many dates of a rule are compared.
DATES = 12
# vobject keeps the first zone of a name for as long as it runs: each file is read by the zones of its own.
ZONES = vars(vobject.icalendar)["__tzidMap"]
USUAL_ZONES = dict(ZONES)


class ICalendar:
    """The library icalendar."""

    name = "icalendar"

    def __init__(self, text):
        self.calendar = icalendar.Calendar.from_ical(text)
        self.tasks = self.calendar.walk("VTODO")

    def errors(self):
        return [f"{name}: {error}" for part in self.calendar.walk() for name, error in part.errors]

    @staticmethod
    def values(task):
        def text(name):
            return str(task[name]) if name in task else None

        def time(name):
            return task[name].dt if name in task else None

        return {
            "UID": text("UID"), "SUMMARY": text("SUMMARY"), "DESCRIPTION": text("DESCRIPTION"), "STATUS": text("STATUS"),
            "PRIORITY": int(task["PRIORITY"]) if "PRIORITY" in task else None,
            "CATEGORIES": {str(name) for name in task["CATEGORIES"].cats} if "CATEGORIES" in task else set(),
            "DTSTART": time("DTSTART"), "DUE": time("DUE"), "RELATED-TO": text("RELATED-TO"),
            "RRULE": task["RRULE"].to_ical().decode() if "RRULE" in task else None,
        }

    def written(self):
        return self.calendar.to_ical()


class VObject:
    """The library vobject."""

    name = "vobject"

    def __init__(self, text):
        ZONES.clear()
        ZONES.update(USUAL_ZONES)
        self.calendar = vobject.readOne(text.decode())
        self.tasks = self.calendar.contents.get("vtodo", [])

    def errors(self):
        return [] if self.calendar.validate() else ["not valid"]

    @staticmethod
    def values(task):
        def value(name):
            lines = task.contents.get(name.lower())
            return lines[0].value if lines else None

        priority = value("PRIORITY")
        values = {name: value(name) for name in ("UID", "SUMMARY", "DESCRIPTION", "STATUS", "DTSTART", "DUE", "RELATED-TO")}
        return values | {
            "PRIORITY": int(priority) if priority else None, "CATEGORIES": set(value("CATEGORIES") or ()),
            "RRULE": value("RRULE"),
        }

    def written(self):
        return self.calendar.serialize().encode()


LIBRARIES = [ICalendar, VObject]


def time(text):
    """A day, or a moment of UTC, of an item."""
    if text is None or len(text) == 10:
        return text and datetime.date.fromisoformat(text)
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_before(start, due):
    return due is None or isinstance(start, datetime.datetime) == isinstance(due, datetime.datetime) and start < due


def expected_starts(item):
    """What DTSTART may be. The two times of a task have to be of one form, and the first before the second."""
    start, due = time(item["start"]), time(item["due"])
    if start is not None and not is_before(start, due):
        start = None
    if item["repeat"] is None or item["repeat"].get("from") == "done":
        return [start]
    # Of a month's days, not each has a rule of the days some days before: then the task starts when it is due.
    is_fixed = re.match("FREQ=(MONTHLY|YEARLY)", item["repeat"]["rule"])
    return [start or due, due] if is_fixed else [start or due]


def expected(item, uids):
    """What a task has to say of an item, but for DTSTART."""
    number = item["attributes"].get("priority")
    is_kept = number == 7 and item["priority"] == "low"
    return {
        "UID": uids[item["id"]], "SUMMARY": item["title"], "DESCRIPTION": item["notes"] or None,
        "STATUS": STATUSES[item["status"]], "PRIORITY": 7 if is_kept else PRIORITIES[item["priority"]],
        "CATEGORIES": set(item["tags"]), "DUE": time(item["due"]),
        "RELATED-TO": uids.get(item["parent"]),
    }


def local(date):
    """The clock's time of a day or a moment in its zone."""
    if isinstance(date, datetime.datetime):
        return date.replace(tzinfo=None)
    return datetime.datetime.combine(date, datetime.time())


def due_dates(values):
    """The dates on which a task is due, as the standard counts them: from DTSTART on."""
    start = values["DTSTART"]
    if start is None or values["RRULE"] is None:
        return []
    lead = local(values["DUE"]) - local(start) if values["DUE"] is not None else datetime.timedelta()
    if not isinstance(start, datetime.datetime):
        start = local(start)
    return [local(date) + lead for date in itertools.islice(rrule.rrulestr(values["RRULE"], dtstart=start), DATES)]


def planned_dates(item):
    """The dates on which an item is due from the open one on, by the rule in its own words."""
    parts = dict(part.split("=") for part in item["repeat"]["rule"].split(";"))
    until = datetime.datetime.strptime(parts.pop("UNTIL", "99991231"), "%Y%m%d").date()
    rule = ";".join(f"{name}={value}" for name, value in parts.items())
    anchor = datetime.datetime.fromisoformat(item["repeat"]["anchor"])
    first = datetime.datetime.fromisoformat(item["occurrence"] or item["repeat"]["anchor"])
    dates = (date for date in rrule.rrulestr(rule, dtstart=anchor) if date >= first)
    return [date for date in itertools.islice(dates, DATES) if date.date() <= until]


def reading(items, library, uids):
    """What a library understands otherwise than it is."""
    found = [f"error: {error}" for error in library.errors()]
    tasks = {task["UID"]: task for task in map(library.values, library.tasks)}
    if len(tasks) != len(items):
        found.append(f"{len(tasks)} tasks of {len(items)} items")
    for item in items:
        values = tasks.get(uids[item["id"]])
        if values is None:
            found.append(f"{item['title'][:60]!r} is not there")
            continue
        if values["RELATED-TO"] is not None and values["RELATED-TO"] not in tasks:
            found.append(f"{item['title'][:60]!r}: the parent is not in the file")
        for name, value in expected(item, uids).items():
            if values[name] != value:
                found.append(f"{item['title'][:60]!r}: {name} should be {value!r}, is {values[name]!r}")
        if values["DTSTART"] not in expected_starts(item):
            found.append(f"{item['title'][:60]!r}: DTSTART should be {expected_starts(item)!r}, is {values['DTSTART']!r}")
        if item["repeat"] is not None and item["repeat"].get("from") != "done":
            dates, planned = due_dates(values), planned_dates(item)
            if dates != planned:
                found.append(
                    f"{item['title'][:60]!r}: due {values['DUE']}, {values['DTSTART']} {values['RRULE']} of {item['repeat']}: "
                    f"{[str(date) for date in dates][:4]}, not {[str(date) for date in planned][:4]}"
                )
        elif values["RRULE"] is not None:
            found.append(f"{item['title'][:60]!r} repeats")
    return [f"{library.name} reads: {text}" for text in found]


def task_lines(text):
    """The lines of tasks, not folded, in whatever order."""
    lines = text.decode().replace("\r\n ", "").split("\r\n")
    inside, found = False, collections.Counter()
    for line in lines:
        inside = inside or line == "BEGIN:VTODO"
        # The order of a rule's parts means nothing.
        if line.startswith("RRULE:"):
            line = ";".join(sorted(line.split(";")))
        if inside:
            found[line] += 1
        if line == "END:VTODO":
            inside = False
    return found


def plain_rule(item):
    """The rule of an item from its open date on, as a task has it; the days from a start to what is due are no part of it."""
    repeat = item["repeat"]
    if repeat is None or repeat.get("from") == "done":
        return None
    rule, anchor, first = repeat["rule"], repeat["anchor"], item["occurrence"] or repeat["anchor"]
    if count := re.search(r"COUNT=(\d+)", rule):
        anchor, until = map(datetime.datetime.fromisoformat, (anchor, first))
        done = sum(date < until for date in rrule.rrulestr(rule, dtstart=anchor))
        rule = rule.replace(count[0], f"COUNT={int(count[1]) - done}")
    return first, rule, repeat.get("zone")


def plainly(item):
    """What a task says of an item in the words of the standard."""
    said = {part: item[part] for part in ("id", "title", "notes", "status", "priority", "tags", "due", "parent")}
    return said | {"repeat": plain_rule(item)}


def findings(items, text, itemsctl, changed=lambda text: text):
    """What goes wrong on the way to each library and back; `changed` damages what the library wrote."""
    uids = {item["id"]: item["id"] for item in items}
    found = []
    for make in LIBRARIES:
        library = make(text)
        found += reading(items, library, uids)
        written = changed(library.written())
        if make is ICalendar:
            ours, theirs = task_lines(text), task_lines(written)
            found += [f"{make.name} writes otherwise: {line!r}" for line in (ours - theirs)]
            found += [f"{make.name} writes instead: {line!r}" for line in (theirs - ours)]
        back = itemsctl.items_of(make.name, written, FORMAT)
        found += [f"{make.name} writes: {text}" for text in differences(items, back)]
        # Without the property of our own, as after a program that drops what it does not know.
        back = itemsctl.items_of(f"{make.name}-plain", EXTRA.sub(b"", written), FORMAT)
        plain = differences(map(plainly, items), map(plainly, back))
        found += [f"{make.name} writes plainly: {text}" for text in plain]
    return found
