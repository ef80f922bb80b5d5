"""Generated stores: records that itemsctl imports, with everything that a format of another program may stumble over.

A store follows from its seed alone. Each title has a word of its own, `i0` to `i49`, in some place.
"""

import datetime
import itertools
import random
import zoneinfo

from dateutil import rrule

ITEMS = 50
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Etc/UTC"]

WORDS = [
    "Milk", "Call @bob about +boat", "a, b; c", '"quoted"', "x 2026-01-01 done", "(A) first", "[ ] box", "choose [x] or [y]",
    "due:soon", "#1 of 3", "#tag", "1. one", "back\\slash", "ends\\", "\\n", "\\, \\;", "Ünïcode 日本語", "e\u0301 and \u00e9",
    "https://a.b/c?d=1&e=2#f", "👩‍👩‍👧 🎻", "مرحبا", "tab\there", "* star *", "*emphasis* and _more_", "- dash", "# heading",
    "> quote", "[due: 2026-01-01]", "100 %", "FREQ=DAILY", "<b>bold</b>", "AT&amp;T", "`code`", "```", "---", "![x](y)",
    "[link]: http://a.b", "[link]:", "^name", "BEGIN:VTODO", "a:b", "key=value", "it's", "&open; &dquot;", "uuid:1", "+tag", "“quotes”",
    "no\u00a0break", "line\u2028separator", "next\u0085line", "word " * 40 + "end", "日本語のとても長い題名" * 12,
]
NOTES = [
    "one line", "two\nlines", "# no heading\n- [ ] no task", "> quote\n\n    code", "```\nfence\n```", "\n\nbegins late",
    "ends late\n\n", "  indented\n\tby a tab", "BEGIN:VTODO\nEND:VTODO", "a;b,c\\d\\n", '""', "<b>markup</b> &amp; **more**",
    "tab\tin it", "1. one\n2. two", "line\u2028separator\u0085next", "\\", "日本語 " * 60, "long " * 400, "---\n***\n===", "👩‍👩‍👧\n🎻",
]
NAMES = [
    "home", "Büro", "two words", "a,b", "x:y", "x;y", "#tag", "@at", 'q"q', "1", "C #", "back\\", "*star*", "日本", "under_score",
]
LINES = {
    "ical/X-APPLE-SORT-ORDER": ["X-APPLE-SORT-ORDER:12"],
    "ical/ATTENDEE": ['ATTENDEE;CN="a:b":mailto:a@b.c', "ATTENDEE;PARTSTAT=ACCEPTED:mailto:c@b.c"],
    "ical/COLOR": ["COLOR:red"],
    "ical/COMMENT": ["COMMENT:a\\, b\\nc"],
    "ical/VALARM": ["BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:soon\nTRIGGER:-PT15M\nEND:VALARM"],
}
ATTRIBUTES = {
    "url": "https://a.b/c;d,e?f=1", "location": "Room 1, left; or right\\", "class": "PRIVATE", "geo": "52.5;13.4",
    "percent-complete": 40, "mark": "/", "status": "waiting", "wait": "20380101T000000Z", "scheduled": "20270101T120000Z",
    "recur": "weekly", "priority": 7, "n": 1.5, "whole": 12345678901234567, "yes": True, "object": {"a": ["b", 1, None]},
    "two words": "text", "é": "é", "empty": "", "text": "a \"b\" \\ c & d\ne",
}
RULES = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=3,17",
    "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
    "FREQ=YEARLY;BYMONTH=6;BYDAY=2SU",
]
FROM_DONE = ["FREQ=DAILY;INTERVAL=10", "FREQ=WEEKLY", "FREQ=MONTHLY"]


class Store:
    """The records of a store, and the zone that its programs run in."""

    def __init__(self, seed, count=ITEMS):
        self.seed = seed
        self.random = random.Random(seed)
        self.zone = self.random.choice(ZONES)
        self.depths = {}
        self.records = [self.record(number) for number in range(count)]

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def record(self, number):
        pick = self.random.choice
        record = {"id": f"0190a0b0-{number:04x}-7000-8000-{self.random.getrandbits(48):012x}"}
        words = [f"i{number}"] + [pick(WORDS) for _ in range(self.random.randrange(3))]
        self.random.shuffle(words)
        record["title"] = " ".join(words)
        if self.chance(50):
            record["notes"] = pick(NOTES)
        record["status"] = pick(["open", "open", "done", "cancelled"])
        record["priority"] = pick(["none", "low", "medium", "high"])
        if self.chance(60):
            record["list"] = pick(NAMES)
        record["tags"] = sorted({pick(NAMES) for _ in range(self.random.randrange(4))})
        record["createdAt"], record["updatedAt"] = self.moment(), self.moment()
        if record["status"] != "open":
            record["completedAt"] = self.moment()
        parents = [parent for parent, depth in self.depths.items() if depth < 5]
        if parents and self.chance(35):
            record["parent"] = pick(parents)
        self.depths[record["id"]] = self.depths.get(record.get("parent"), 0) + 1
        if self.chance(60):
            self.take_dates(record)
        record["attributes"] = {}
        for table in (LINES, ATTRIBUTES):
            for key in self.random.sample(sorted(table), self.random.choice([0, 0, 1, 2])):
                record["attributes"][key] = table[key]
        return record

    def moment(self):
        """A time with milliseconds, as itemsctl has them and other programs have not."""
        seconds = 1_700_000_000 + self.random.randrange(80_000_000)
        text = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        return f"{text}.{self.random.choice([0, 0, 250]):03}Z"

    def take_dates(self, record):
        """A due date, a start, or both; perhaps a rule, of which the date is one."""
        is_timed = self.chance(50)
        zone = zoneinfo.ZoneInfo(self.random.choice(ZONES))
        # Neither in an hour that the clocks of a zone leave out, nor in one that they show twice.
        clock = datetime.time(self.random.randrange(4, 24), self.random.choice([0, 15, 59]))
        date = datetime.datetime.combine(datetime.date(2025, 1, 1), clock)
        date += datetime.timedelta(days=self.random.randrange(1_400))
        rule, anchor = "", date
        if self.chance(40):
            rule = self.random.choice(RULES)
            dates = list(itertools.islice(rrule.rrulestr(rule, dtstart=date), 3))
            # Of some, two dates are done.
            anchor, date = dates[0], dates[2 if self.chance(25) else 0]

        def text(date):
            if not is_timed:
                return date.date().isoformat()
            return date.replace(tzinfo=zone).astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

        leads = [datetime.timedelta(days=days) for days in (0, 1, 3, 9)] + [datetime.timedelta(hours=2)] * is_timed
        has_due = self.chance(85)
        if has_due:
            record["due"] = text(date)
        if not has_due:
            record["start"] = text(date)
        elif self.chance(40):
            record["start"] = text(date - self.random.choice(leads))
        if rule:
            record["repeat"] = self.repeat(rule, anchor, date, zone if is_timed else None)

    def repeat(self, rule, anchor, date, zone):
        origin = "done" if self.chance(15) else "due"
        if origin == "done":
            rule = self.random.choice(FROM_DONE)
        else:
            until = date + datetime.timedelta(days=self.random.randrange(400))
            rule += self.random.choice(["", f";UNTIL={until:%Y%m%d}", ";COUNT=5"])
        repeat = {"rule": rule, "anchor": f"{anchor:%Y-%m-%dT%H:%M:%S}" if zone else f"{anchor:%Y-%m-%d}"}
        if zone:
            repeat["zone"] = zone.key
        if origin == "done":
            repeat["from"] = origin
        return repeat
