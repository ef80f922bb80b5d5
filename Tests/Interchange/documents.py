"""Markdown, by `cmark-gfm`: what it sees in an export, and what itemsctl reads of what it writes."""

import collections
import datetime
import os
import re
import xml.etree.ElementTree
import zoneinfo

from programs import run

FORMAT = "markdown"
SPACE = "{http://commonmark.org/xml/1.0}"
# What stands behind a title.
FIELD = re.compile(r"#\S+|(due|start|priority|list|repeat):\S+")
# Without these signs, a text is shown as it is written.
MARKUP = re.compile(r"[\\`*_\[\]<&!]")
Task = collections.namedtuple("Task", "parent state source shown heading")


def run_cmark(text, *flags):
    return run(["cmark-gfm", "-e", "tasklist", *flags], os.environ, text)


def one_line(text):
    """A text without what ends or divides lines, which an export writes as blanks, and tells."""
    return re.sub("[\\t\\n\\r\\v\\f\u0085\u2028\u2029]", " ", text)


def word(title):
    """The word that is a title's alone."""
    found = re.search(r"(?<![^\s`])i\d+(?![^\s`])", title)
    return found and found[0]


class Document:
    """The tasks of a text as cmark-gfm sees them."""

    def __init__(self, text):
        self.lines = text.split(b"\n")
        self.tasks, self.heading = [], {"inbox"}
        for node in xml.etree.ElementTree.fromstring(run_cmark(text, "-t", "xml", "--sourcepos")):
            if node.tag == f"{SPACE}heading":
                # A list is written as it is, signs of Markdown with it; only one that ends in `#` has a backslash.
                self.heading = {self.source(node).removeprefix("# "), "".join(node.itertext()).strip("\n ")}
            self.visit(node, None)

    def visit(self, node, parent):
        if node.tag in (f"{SPACE}tasklist", f"{SPACE}item"):
            paragraph = node.find(f"{SPACE}paragraph")
            source = self.source(paragraph) if paragraph is not None else ""
            shown = "".join(paragraph.itertext()) if paragraph is not None else ""
            state = {"true": "done", "false": "open", None: "none"}[node.get("completed")]
            task = Task(parent, state, source, re.sub(r"\n *", "", shown), self.heading)
            self.tasks.append(task)
            parent = task
        # A quote holds notes, whose tasks are none of ours.
        if node.tag != f"{SPACE}block_quote":
            for child in node:
                self.visit(child, parent)

    def source(self, node):
        """A node's text as it stands in its first line; columns are bytes."""
        line, column, last, end = map(int, re.split("[:-]", node.get("sourcepos")))
        text = self.lines[line - 1]
        return text[column - 1 : end if last == line else len(text)].decode()


def seen(items, document):
    """What cmark-gfm sees otherwise than it is."""
    found = []
    tasks = {word(task.source): task for task in document.tasks}
    if len(document.tasks) != len(items):
        found.append(f"{len(document.tasks)} tasks of {len(items)} items")
    by_id = {item["id"]: item for item in items}
    for item in items:
        title = one_line(item["title"])
        task = tasks.get(word(title))
        if task is None:
            found.append(f"{title[:60]!r} is not seen")
            continue
        source, shown, expected, mark = task.source, task.shown, item["status"], own_mark(item)
        if mark is not None:
            expected = "none"
            for text in (source, shown):
                if not text.startswith(f"[{mark}] "):
                    found.append(f"{title[:60]!r}: no box in {text[:40]!r}")
            source, shown = source[4:], shown[4:]
        if task.state != expected and not is_misread(item):
            found.append(f"{title[:60]!r}: the box is {task.state}, not {expected}")
        parent = by_id.get(item["parent"])
        if word(parent["title"] if parent else "") != word(task.parent.source if task.parent else ""):
            found.append(f"{title[:60]!r} stands under {task.parent and task.parent.source[:40]!r}")
        if not has_title(source, title):
            found.append(f"{title[:60]!r} is written as {source[:80]!r}")
        if not MARKUP.search(title) and not has_title(shown, title):
            found.append(f"{title[:60]!r} is shown as {shown[:80]!r}")
        if parent is None and item["list"] not in task.heading:
            found.append(f"{title[:60]!r} of {item['list']!r} is below {task.heading!r}")
    return [f"cmark-gfm: {text}" for text in found]


def own_mark(item):
    """The mark in the box of an item that GitHub does not know, for which the box is text."""
    if item["status"] == "cancelled":
        return "-"
    return item["attributes"].get("mark") if item["status"] == "open" else None


def is_misread(item):
    """True for what cmark-gfm 0.29 takes for done: it ticks a box if there is a ticked one anywhere in its line."""
    return item["status"] == "open" and "[x]" in item["title"]


def is_shown_again(due, zone):
    """True for the later of two moments that a clock shows alike when summer time ends; an export tells it."""
    if due is None or "T" not in due:
        return False
    moment = datetime.datetime.fromisoformat(due.replace("Z", "+00:00"))
    return moment.astimezone(zoneinfo.ZoneInfo(zone)).fold == 1


def has_title(text, title):
    """Whether a text is a title with fields behind it; what would be a field, or the definition of a link, has a backslash."""
    titles = [title, re.sub(r"(?<= )(?=\S+$)", r"\\", title)]
    if re.match(r"\[[^\[\]]+\]:", title):
        titles = ["\\" + title for title in titles]
    for start in titles:
        rest = text[len(start) :]
        if text.startswith(start) and (not rest or rest[0] == " ") and all(map(FIELD.fullmatch, rest.split())):
            return True
    return False


def read_again(items, text, itemsctl, changed):
    """What itemsctl reads otherwise from the Markdown that cmark-gfm writes."""
    # To itemsctl the titles and notes of a document are Markdown as it stands, and backslashes are a part of them.
    written = re.sub(rb"(?m)\\(?!#+$)([!-/:-@[-`{-~])", rb"\1", changed(run_cmark(text, "-t", "commonmark")))
    back = {word(item["title"]): item for item in itemsctl.items_of("cmark-gfm", written, FORMAT)}
    by_id, back_by_id = ({item["id"]: item for item in some} for some in (items, back.values()))
    found = []
    if len(back) != len(items):
        found.append(f"{len(back)} of {len(items)} came back")
    for item in items:
        other = back.get(word(item["title"]))
        if other is None:
            found.append(f"{item['title'][:60]!r} did not come back")
            continue
        for part in ("status", "priority", "due", "list"):
            # A list of two words has no word behind the title of a subtask; an export tells it.
            is_lost = part == "list" and " " in item["list"] and item["parent"] or part == "status" and is_misread(item)
            is_lost = is_lost or part == "due" and is_shown_again(item["due"], itemsctl.zone)
            if item[part] != other[part] and not is_lost:
                found.append(f"{item['title'][:60]!r}: {part} was {item[part]!r}, came back as {other[part]!r}")
        parents = [by_id.get(item["parent"]), back_by_id.get(other["parent"])]
        # cmark-gfm 0.29 writes what has no box of its own below the task before it.
        if not own_mark(item) and len({word(parent["title"]) if parent else None for parent in parents}) > 1:
            found.append(f"{item['title'][:60]!r} came back under {parents[1] and parents[1]['title'][:40]!r}")
        # Without its backslash, a word at the end is a field.
        title = one_line(item["title"])
        is_shown = not MARKUP.search(title) and not FIELD.fullmatch(title.split(" ")[-1])
        if is_shown and title != other["title"]:
            found.append(f"{item['title'][:60]!r} came back as {other['title'][:80]!r}")
    return [f"cmark-gfm writes: {text}" for text in found]


def findings(items, text, itemsctl, changed=lambda text: text):
    """What goes wrong on the way to cmark-gfm and back; `changed` damages what it wrote."""
    return seen(items, Document(text)) + read_again(items, text, itemsctl, changed)
