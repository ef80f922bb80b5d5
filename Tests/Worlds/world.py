"""A world: devices that share a hub, what befalls them, and what must hold in the end. A seed decides what is done; what processes
are about at that moment is theirs.

Each item's title begins with a word that no other item has, and what was done to each word is noted. In the end all devices sync in
peace, and then:

- all hold the same live items, those that two hold as deleted are the same, and `sync --verify` and `doctor` find nothing (one that
  was purged on one device may still lie among another's deleted ones);
- an item that a command has added, and that some store kept, is there, unless somebody deleted it or undid something;
- an item that was deleted or purged is not, unless somebody changed it without having seen that, or the hub lost its history;
- every note is one that somebody wrote.
"""

import json
import pathlib
import random
import shutil
import signal

from device import Device, Problem
from hub import Hub

MINUTE = 60_000
CLOCKS = [0, 0, 0, 5_000, -5_000, 10 * MINUTE, -10 * MINUTE, 20 * 60 * MINUTE, -20 * 60 * MINUTE]


class Deed:
    """Something that was done to an item on a device."""

    def __init__(self, kind, device, step, seen):
        self.kind = kind
        self.device = device
        self.step = step
        # Up to which step the device had seen what others did.
        self.seen = seen
        # When others could see it first.
        self.published = None


class World:
    def __init__(self, seed, folder, tools):
        self.random = random.Random(seed)
        self.folder = folder
        self.tools = tools
        self.hub = Hub(self.random.choice(["file", "file", "http", "https"]), folder, tools)
        self.devices = []
        self.step = 0
        self.count = 0
        self.deeds = {}
        self.notes = {}
        # Added by a command that was ended before it said so.
        self.unsure = set()
        self.hub_known = set()
        self.hub_was_restored = None
        # What was undone may be anything.
        self.undone = set()
        self.story = []
        kinds = [self.random.choice(["sqlite", "sqlite", "json"]) for _ in range(self.random.randint(2, 4))]
        for index, kind in enumerate(kinds):
            self.add_device(Device(f"d{index}", folder, kind, tools, self.random))

    def add_device(self, device):
        self.devices.append(device)
        self.hub.join(device)

    def tell(self, text):
        self.story.append(f"{self.step}: {text}")

    # MARK: - Deeds

    DEEDS = [
        ("add", 20), ("edit", 20), ("cancel_or_reopen", 6), ("delete", 7), ("restore", 3), ("purge", 3), ("undo", 3), ("redo", 1), ("sync", 25),
        ("killed_sync", 8), ("killed_add", 4), ("killed_edit", 4), ("two_at_once", 5), ("keep_copy", 3), ("put_back", 3), ("clone", 1),
        ("edit_by_hand", 5), ("watch", 2), ("kill_watch", 2), ("move_clock", 4), ("kill_hub", 4), ("keep_hub", 2), ("restore_hub", 1),
    ]

    def live(self, count):
        kinds, weights = zip(*self.DEEDS)
        for _ in range(count):
            self.step += 1
            device = self.random.choice(self.devices)
            kind = self.random.choices(kinds, weights)[0]
            self.tell(f"{device.name} {kind}")
            getattr(self, kind)(device)

    def note(self, token, kind, device):
        self.deeds.setdefault(token, []).append(Deed(kind, device.name, self.step, device.synced))

    def new_token(self):
        self.count += 1
        return f"w{self.count}"

    def add(self, device, kills=False):
        token = self.new_token()
        words = ["add", f"{token} {self.random.choice(['milk', 'Zoë’s list', 'a due:tomorrow', 'b +shop', 'c every friday'])}"]
        if self.random.random() < 0.3:
            self.notes[token] = {f"first of {token}"}
            words += ["--notes", f"first of {token}"]
        self.note(token, "add", device)
        if kills:
            if not device.kill(*words):
                self.unsure.add(token)
                return
        elif device.run(*words)[0] != 0:
            self.unsure.add(token)
            return
        device.known.add(token)

    def killed_add(self, device):
        self.add(device, kills=True)

    def any_item(self, device, deleted=False):
        found = device.items(deleted)
        if not found:
            return None, None
        token = self.random.choice(sorted(found))
        return token, found[token]["id"]

    def edit(self, device, kills=False):
        token, identity = self.any_item(device)
        if token is None:
            return
        self.note(token, "edit", device)
        text = f"note {self.step} of {token}"
        words = self.random.choice([
            ["edit", identity, "--notes", text], ["edit", identity, f"priority:{self.random.choice(['low', 'high', 'none'])}"],
            ["edit", identity, "due:2026-12-24"], ["tag", identity, f"+t{self.random.randint(1, 3)}"],
            ["edit", identity, "--title", f"{token} title {self.step}"],
        ])
        if text in words:
            self.notes.setdefault(token, set()).add(text)
        if kills:
            device.kill(*words)
        else:
            device.run(*words)

    def killed_edit(self, device):
        self.edit(device, kills=True)

    def cancel_or_reopen(self, device):
        """Not `done`: an item that repeats would leave a copy with its title, and each title's first word is one item's."""
        token, identity = self.any_item(device)
        if token is not None:
            self.note(token, "edit", device)
            device.run(self.random.choice(["cancel", "reopen"]), identity, "--yes")

    def delete(self, device):
        token, identity = self.any_item(device)
        if token is not None:
            code, _ = device.run("delete", identity, "--yes")
            self.note(token, "delete" if code == 0 else "edit", device)

    def restore(self, device):
        token, identity = self.any_item(device, deleted=True)
        if token is not None:
            self.note(token, "edit", device)
            device.run("restore", identity, "--yes")

    def purge(self, device):
        token, identity = self.any_item(device, deleted=True)
        if token is None:
            return
        # It is refused where the hub has not heard of the deletion.
        code, _ = device.run("purge", identity, "--yes", allowed={0, 1, 64, 65, 75})
        if code == 0:
            self.note(token, "delete", device)
            self.tell(f"{device.name} has purged {token}")

    def undo(self, device, word="undo"):
        before = {token: item["updatedAt"] for token, item in device.items().items()}
        device.run(word)
        after = {token: item["updatedAt"] for token, item in device.items().items()}
        for token in before.keys() | after.keys():
            if before.get(token) != after.get(token):
                self.undone.add(token)
                self.note(token, "edit", device)

    def redo(self, device):
        self.undo(device, "redo")

    def sync_words(self, device):
        return ["sync"] if device.synced >= 0 else ["sync", "--remote", self.hub.address]

    def sync(self, device, allowed=frozenset({0, 10, 75, 69})):
        """A sync; where it went through, the hub has what the device had, and the other way around."""
        held = set(device.known)
        code, _ = device.run(*self.sync_words(device), allowed=allowed)
        if code not in (0, 10):
            return code
        self.hub_known |= held
        device.known |= self.hub_known
        for deeds in self.deeds.values():
            for deed in deeds:
                if deed.device == device.name and deed.published is None:
                    deed.published = self.step
        device.synced = self.step
        return code

    def killed_sync(self, device):
        device.kill(*self.sync_words(device))

    def two_at_once(self, device):
        tokens = [self.new_token() for _ in range(2)]
        processes = []
        for token in tokens:
            self.note(token, "add", device)
            processes.append(device.start("add", f"{token} together"))
        if device.synced >= 0 and self.random.random() < 0.5:
            other = device.start("sync")
        else:
            other = device.start("list", "--all")
        for token, process in zip(tokens, processes):
            code, _ = device.end(process, ["add", token])
            if code == 0:
                device.known.add(token)
            else:
                self.unsure.add(token)
        device.end(other, ["sync or list"], allowed={0, 10, 66, 69, 75})

    # MARK: - Mishaps

    def keep_copy(self, device):
        copy = device.folder / f"copy-{self.step}{device.store.suffix}"
        code, _ = device.run("backup", str(copy), allowed={0, 66, 75})
        if code == 0:
            device.copy = (copy, set(device.known), device.synced)

    def put_back(self, device):
        """An older copy takes the store's place, as somebody does who has lost a disk."""
        if device.copy is None:
            return
        device.stop_watching()
        for path in device.files():
            path.unlink()
        copy, known, device.synced = device.copy
        shutil.copy(copy, device.store)
        device.known = set(known)
        if device.synced < 0:
            # It does not know what of its items the hub has had from it: a deletion may be taken back for a text that it had seen.
            self.undone |= known
        for token, deeds in self.deeds.items():
            # What it did since and did not send is gone; what it did is not seen by itself any more.
            for deed in deeds:
                if deed.device == device.name and deed.published is None:
                    deed.kind = "lost"
        # It has seen less than it had.
        self.undone |= {token for token, deeds in self.deeds.items() if any(deed.kind == "lost" for deed in deeds)}

    def clone(self, device):
        if len(self.devices) > 4 or device.synced < 0:
            return
        device.stop_watching()
        other = Device(f"d{len(self.devices)}", self.folder, device.store.suffix[1:], self.tools, self.random)
        for path in device.files():
            shutil.copy(path, other.folder / path.name)
        (other.known, other.synced) = (set(device.known), device.synced)
        # What the one did and did not send, the other sends as well.
        self.undone |= {
            token for token, deeds in self.deeds.items() if any(deed.device == device.name and deed.published is None for deed in deeds)
        }
        self.add_device(other)

    def edit_by_hand(self, device):
        if device.store.suffix != ".json" or not device.store.exists():
            return
        # Hands are slower than commands: nothing else writes meanwhile.
        device.stop_watching()
        text = device.store.read_text(encoding="utf-8")
        if not text.strip():
            return
        document = json.loads(text)
        if not document["items"] or self.random.random() < 0.4:
            token = self.new_token()
            self.note(token, "add", device)
            document["items"].append({"title": f"{token} by hand"})
            device.known.add(token)
        else:
            item = self.random.choice(document["items"])
            token = item["title"].split()[0]
            self.note(token, "edit", device)
            item["title"] = f"{token} by hand {self.step}"
        place = pathlib.Path(f"{device.store}.editor")
        place.write_text(json.dumps(document, indent=self.random.choice([None, 2])), encoding="utf-8")
        place.replace(device.store)

    def watch(self, device):
        if device.synced >= 0:
            device.watch()

    def kill_watch(self, device):
        device.stop_watching(self.random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))

    def move_clock(self, device):
        device.set_clock(self.random.choice(CLOCKS))

    def kill_hub(self, device):
        if self.hub.process is not None:
            if self.random.random() < 0.5 and device.synced >= 0:
                process = device.start("sync")
                self.hub.kill()
                device.end(process, ["sync"], allowed={0, 10, 69, 75})
            else:
                self.hub.kill()

    def keep_hub(self, _):
        if self.hub.keep_copy():
            self.copied = set(self.hub_known)

    def restore_hub(self, _):
        if self.hub.copy is None:
            return
        self.hub.restore()
        self.hub_known = set(self.copied)
        self.hub_was_restored = self.step
        # The backup does not know the tokens that were made since.
        for device in self.devices:
            self.hub.join(device)

    # MARK: - The end

    def settle(self):
        self.step += 1
        for device in self.devices:
            device.stop_watching()
            device.set_clock(0)
        for _ in range(3):
            for device in self.devices:
                self.step += 1
                if self.sync(device, allowed={0, 10}) not in (0, 10):
                    raise Problem(f"{device.name}: a sync in peace did not go through")
        for device in self.devices:
            device.run("sync", "--verify", allowed={0, 10})
            code, output = device.run("doctor", allowed={0, 1})
            if code == 1 and "damaged" in output:
                raise Problem(f"{device.name}: doctor says {output}")
        self.hub.check()
        self.compare()

    def compare(self):
        first, *others = [(device, device.items(), device.items(deleted=True)) for device in self.devices]
        (_, live, deleted) = first
        for device, other_live, other_deleted in others:
            self.compare_items(first[0], device, live, other_live, live.keys() | other_live.keys())
            self.compare_items(first[0], device, deleted, other_deleted, deleted.keys() & other_deleted.keys())
        for token, deeds in self.deeds.items():
            if token in live:
                self.check_live(token, deeds, live[token])
            elif token not in self.unsure and token not in self.undone and not any(deed.kind == "delete" for deed in deeds):
                if any(token in device.known for device in self.devices):
                    raise Problem(f"{token} is lost: {self.history(token)}")

    @staticmethod
    def compare_items(first, second, items_of_first, items_of_second, tokens):
        def content(item):
            return {key: value for key, value in item.items() if key != "number"}

        for token in tokens:
            (mine, theirs) = (items_of_first.get(token), items_of_second.get(token))
            if (mine and content(mine)) != (theirs and content(theirs)):
                raise Problem(f"{first.name} and {second.name} differ in {token}: {mine} and {theirs}")

    def check_live(self, token, deeds, item):
        if item["notes"] and token in self.notes:
            unknown = set(item["notes"].split("\n")) - self.notes[token]
            if unknown:
                raise Problem(f"{token} has a note that nobody wrote: {unknown}")
        ends = [deed for deed in deeds if deed.kind == "delete"]
        if not ends or token in self.undone or self.hub_was_restored is not None:
            return
        end = ends[-1]
        for deed in deeds:
            # Seen by who deleted it: sent before their last sync.
            is_seen = deed.published is not None and deed.published <= end.seen
            if deed.kind == "edit" and (deed.step > end.step or deed.device != end.device and not is_seen):
                return
        raise Problem(f"{token} came back: {self.history(token)}")

    def history(self, token):
        return "; ".join(
            f"{deed.step} {deed.kind} on {deed.device} (seen {deed.seen}, sent {deed.published})" for deed in self.deeds[token])

    def close(self):
        for device in self.devices:
            if device.watcher is not None:
                device.watcher.kill()
                device.watcher.wait()
        if self.hub.process is not None:
            self.hub.process.kill()
            self.hub.process.wait()
