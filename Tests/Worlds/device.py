"""A device: a store that the command works with, on a clock and a time zone of its own."""

import json
import os
import pathlib
import signal
import subprocess

# How each command may end when nothing disturbs it: well, with nothing to do, with conflicts to decide on, or busy beside another.
CALM = {0, 1, 10, 75}
PATIENCE = 120


class Problem(Exception):
    """A promise that was broken."""


class Device:
    def __init__(self, name, folder, kind, tools, random):
        self.name = name
        self.tools = tools
        self.random = random
        self.folder = folder / name
        self.folder.mkdir()
        self.store = self.folder / f"items.{kind}"
        self.clock = self.folder / "clock"
        self.set_clock(0)
        self.zone = random.choice(["UTC", "Pacific/Kiritimati", "America/St_Johns", "Europe/Berlin"])
        self.watcher = None
        # The items that it holds for sure, and the number of its last sync that went through.
        self.known = set()
        self.synced = -1
        self.copy = None

    def set_clock(self, milliseconds):
        """Sets its clock to so many milliseconds before or after the true time, also for processes that run."""
        self.clock.write_bytes(milliseconds.to_bytes(8, "little", signed=True))

    @property
    def environment(self):
        found = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder),
            "ITEMSCTL_STORE": str(self.store), "TZ": self.zone, "LD_PRELOAD": str(self.tools.clock),
            "SHIFTED_CLOCK": str(self.clock), "LANG": "C.UTF-8",
        }
        if self.tools.certificate:
            found["SSL_CERT_FILE"] = found["CURL_CA_BUNDLE"] = str(self.tools.certificate)
        return found

    def start(self, *words, text=None):
        return subprocess.Popen(
            [str(self.tools.itemsctl), "--no-input", *words], env=self.environment, cwd=self.folder, text=True,
            stdin=subprocess.PIPE if text is not None else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *words, allowed=CALM, text=None):
        """Runs a command to its end; returns its code and what it printed."""
        if not self.store.exists():
            # 66: there is no store yet.
            allowed = allowed | {66}
        return self.end(self.start(*words, text=text), words, allowed, text)

    def end(self, process, words, allowed=CALM, text=None):
        try:
            output, errors = process.communicate(text, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            raise Problem(f"{self.name}: {' '.join(words)} did not end in {PATIENCE} s") from None
        if process.returncode not in allowed or "should not happen" in errors:
            raise Problem(f"{self.name}: {' '.join(words)} ended with {process.returncode}: {output[-400:]}{errors[-800:]}")
        return process.returncode, output

    def kill(self, *words):
        """Runs a command and kills it at some moment; true if it had ended before."""
        process = self.start(*words)
        try:
            process.communicate(timeout=self.random.random() ** 2 * 0.06)
            return process.returncode == 0
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return False

    def items(self, deleted=False):
        """Its items, by their titles' first word."""
        if not self.store.exists():
            return {}
        _, output = self.run("list", *(["--deleted"] if deleted else ["--all"]), "--json", allowed={0})
        found = {}
        for item in json.loads(output)["items"]:
            token = item["title"].split()[0]
            if token in found:
                raise Problem(f"{self.name}: {token} is there twice")
            found[token] = item
        return found

    def watch(self):
        """Lets `sync --watch` run beside all else."""
        if self.watcher is None or self.watcher.poll() is not None:
            log = open(self.folder / "watch.log", "a", encoding="utf-8")
            self.watcher = subprocess.Popen(
                [str(self.tools.itemsctl), "--no-input", "sync", "--watch"], env=self.environment, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            log.close()

    def stop_watching(self, how=signal.SIGTERM):
        if self.watcher is None:
            return
        self.watcher.send_signal(how)
        try:
            code = self.watcher.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.watcher.send_signal(signal.SIGABRT)
            raise Problem(f"{self.name}: sync --watch did not end after {how.name}") from None
        self.watcher = None
        if code in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGILL, -signal.SIGTRAP, -signal.SIGBUS):
            raise Problem(f"{self.name}: sync --watch crashed with {code}")

    def files(self):
        """The files of its store."""
        return [path for path in (self.store, *map(pathlib.Path, (f"{self.store}-wal", f"{self.store}-shm"))) if path.exists()]
