"""The hub of a world: a file that devices share, or a daemon behind HTTP, with or without TLS."""

import os
import re
import signal
import socket
import subprocess
import time

from device import PATIENCE, Problem


class Hub:
    def __init__(self, kind, folder, tools):
        self.kind = kind
        self.tools = tools
        self.folder = folder / "hub"
        self.folder.mkdir()
        self.store = self.folder / "hub.sqlite"
        self.process = None
        self.copy = None
        if kind == "file":
            self.address = f"file:{self.store}"
            return
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port = place.getsockname()[1]
        scheme = "https" if kind == "https" else "http"
        self.address = f"{scheme}://localhost:{self.port}/main"
        self.start()

    @property
    def environment(self):
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder),
            "ITEMSHUB_STORE": str(self.store), "LANG": "C.UTF-8",
        }

    def start(self):
        words = [str(self.tools.itemshub), "serve", "--listen", f"127.0.0.1:{self.port}", "--metrics", "none"]
        if self.kind == "https":
            words += ["--tls-certificate", str(self.tools.certificate), "--tls-key", str(self.tools.key)]
        log = open(self.folder / "hub.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise Problem(f"the hub ended with {self.process.returncode}: {self.log()}")
            with socket.socket() as place:
                if place.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.01)
        raise Problem(f"the hub does not listen: {self.log()}")

    def log(self):
        return (self.folder / "hub.log").read_text(encoding="utf-8", errors="replace")[-800:]

    def run(self, *words):
        ended = subprocess.run(
            [str(self.tools.itemshub), *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
        if ended.returncode != 0:
            raise Problem(f"itemshub {' '.join(words)} ended with {ended.returncode}: {ended.stdout}{ended.stderr}")
        return ended.stdout

    def join(self, device):
        """Tells a device of the hub."""
        if self.kind == "file":
            return
        token = self.run("token", "create", "main").strip()
        device.run("login", self.address, allowed={0}, text=token + "\n")

    def kill(self):
        """Ends the daemon within whatever it is about, and starts it again."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Problem(f"the hub did not end after SIGTERM: {self.log()}") from None
        self.process = None
        if code != 0:
            raise Problem(f"the hub ended with {code} after SIGTERM: {self.log()}")

    def keep_copy(self):
        """Makes a backup; false while there is no hub yet."""
        if not self.store.exists() or self.store.stat().st_size == 0:
            return False
        copy = self.folder / f"copy-{time.monotonic_ns()}.sqlite"
        self.run("backup", str(copy))
        self.copy = copy
        return True

    def restore(self):
        """Puts the backup in the hub's place, as its administrator does."""
        self.run("restore", str(self.copy), "--yes", "--keep-tokens")

    def check(self):
        if self.store.exists():
            told = self.run("doctor")
            if re.search(r"damaged|wrong", told):
                raise Problem(f"the hub's doctor says: {told}")
