"""Damages that are planted in files, each of which has to be noticed; without them, nothing may be."""

import re

import calendars
import documents
import tasks

# On the way out, the damage is in what itemsctl wrote; on the way back, in what the other program did.
OUT, BACK = "out", "back"
FAULTS = [
    ("a comma of a title without its backslash", calendars, OUT, rb"(SUMMARY:[^\r\n]*)\\,", rb"\1,"),
    ("a line end of notes without its backslash", calendars, OUT, rb"(DESCRIPTION:[^\r\n]*)\\n", rb"\1n"),
    ("categories left out", calendars, OUT, rb"CATEGORIES:[^\r]*\r\n( [^\r]*\r\n)*", b""),
    ("two categories in one", calendars, OUT, rb"(CATEGORIES:[^\r,\\]*),", rb"\1\\,"),
    ("a status that means nothing", calendars, OUT, rb"STATUS:COMPLETED", b"STATUS:DONE"),
    ("a due date of another time", calendars, OUT, rb"(DUE[^\r]*T)(\d{4})00", rb"\g<1>\g<2>30"),
    ("a due date that is a day no longer", calendars, OUT, rb"DUE;VALUE=DATE:(\d{8})", rb"DUE:\1T000000Z"),
    ("a rule without its end", calendars, OUT, rb"(RRULE:FREQ=(?:DAILY|WEEKLY)[^\r]*);UNTIL=[0-9TZ]*", rb"\1"),
    ("a rule that counts one date more", calendars, OUT, rb";COUNT=5", b";COUNT=6"),
    (
        "the day of a rule's starts for that of what is due", calendars, OUT,
        rb"(DTSTART[^\r]*:)(\d{8})([^\r]*\r\nDUE[^\r]*:)(?!\2)(\d{8})([^\r]*\r\nRRULE:FREQ=WEEKLY[^\r]*;BYDAY)", rb"\1\4\3\4\5",
    ),
    ("a rule of another day", calendars, OUT, rb"BYDAY=-1FR", b"BYDAY=-1TH"),
    ("a parent that is not in the file", calendars, OUT, rb"RELATED-TO:0190", b"RELATED-TO:0191"),
    (
        "a zone whose summer begins late", calendars, OUT,
        rb"(?s)BYMONTH=3;BYDAY=-1SU\r(?=.*DUE;TZID=Europe/Berlin:\d{4}0[678])", b"BYMONTH=9;BYDAY=-1SU\r",
    ),
    ("a line that is none", calendars, OUT, rb"(BEGIN:VTODO\r\n)", rb"\1no property\r\n"),
    ("a title changed", calendars, BACK, rb"SUMMARY:", b"SUMMARY:no "),
    ("a rule left out", calendars, BACK, rb"RRULE:FREQ=(DAILY|WEEKLY)[^\r]*\r\n( [^\r]*\r\n)*(?=[^ ])", b""),
    ("a box that is ticked", documents, OUT, rb"(?m)^- \[ \] ", b"- [x] "),
    ("a box that is open", documents, OUT, rb"(?m)^- \[x\] ", b"- [ ] "),
    ("a subtask at the margin", documents, OUT, rb"(?m)^  - ", b"- "),
    ("a task below its sibling", documents, OUT, rb"(?m)^(- .*\n)- ", rb"\1  - "),
    ("a heading left out", documents, OUT, rb"(?m)^# .*\n", b""),
    ("a title cut off", documents, OUT, rb"(?m)^(- \[.\] i\d+) [a-z].*", rb"\1"),
    ("notes outside of their quote", documents, OUT, rb"(?m)^  > (- \[ \] )", rb"  \1"),
    ("a task left out", documents, BACK, rb"(?m)^- \[ \] .*\n", b""),
    ("a due date of another day", documents, BACK, rb"due:2026-0", b"due:2026-1"),
    ("a project dropped", tasks, OUT, rb'"project":"[^"]*",', b""),
    ("a tag dropped", tasks, OUT, rb'("tags":\[)"[^"]*",', rb"\1"),
    ("a priority changed", tasks, OUT, rb'"priority":"H"', b'"priority":"L"'),
    ("a due date an hour later", tasks, OUT, rb'("due":"\d{8}T)0\d', rb"\g<1>23"),
    ("notes cut off", tasks, OUT, rb'("annotations":\[\{[^}]*"description":")one line', rb"\1one"),
    ("a task that is pending again", tasks, OUT, rb'"status":"completed"', b'"status":"pending"'),
    ("what Taskwarrior has no words for dropped", tasks, BACK, rb'"itemsctl":"(\\.|[^"\\])*",', b""),
    ("a description changed", tasks, BACK, rb'"description":"', b'"description":"no '),
]


def noticed(name, module, way, pattern, replacement, store):
    """Whether the check of a store notices a fault; nil if the store has no place for it."""
    items, text, itemsctl = store
    planted = []

    def plant(text):
        damaged = re.sub(pattern, replacement, text, count=1)
        planted.append(damaged != text)
        return damaged

    try:
        if way == OUT:
            found = module.findings(items, plant(text), itemsctl)
        else:
            found = module.findings(items, text, itemsctl, plant)
    except Exception as error:  # noqa: BLE001: a program that refuses a file has noticed
        found = [repr(error)]
    return bool(found) if any(planted) else None
