"""Runs worlds over real processes: python Tests/Worlds ITEMSCTL ITEMSHUB CLOCK COUNT SEED. See Scripts/worlds."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

from device import Problem
from world import World

PLACE = pathlib.Path(__file__).resolve().parent.parent.parent / ".build" / "worlds"
DONE = PLACE / "done.txt"


class Tools:
    def __init__(self, itemsctl, itemshub, clock):
        self.itemsctl = pathlib.Path(itemsctl)
        self.itemshub = pathlib.Path(itemshub)
        self.clock = pathlib.Path(clock)
        (self.certificate, self.key) = (PLACE / "hub.pem", PLACE / "hub.key")
        if not self.certificate.exists():
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650",
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", str(self.key), "-out",
                 str(self.certificate)], check=True, capture_output=True)


def run(seed, tools):
    """Runs one world; what was wrong, or None."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"world-{seed}-"))
    world = None
    try:
        world = World(seed, folder, tools)
        world.live(world.random.randint(30, 90))
        world.settle()
        world.hub.stop()
        return None
    except Problem as problem:
        told = str(problem)
    except Exception:
        told = traceback.format_exc()
    finally:
        if world is not None:
            world.close()
            if "told" in locals():
                (folder / "story.txt").write_text("\n".join(world.story) + f"\n{told}\n", encoding="utf-8")
        if "told" not in locals():
            shutil.rmtree(folder, ignore_errors=True)
    kept = PLACE / f"world-{seed}"
    shutil.rmtree(kept, ignore_errors=True)
    shutil.move(folder, kept)
    return f"{told}\n  What happened: {kept}/story.txt"


def main(itemsctl, itemshub, clock, count, seed):
    PLACE.mkdir(parents=True, exist_ok=True)
    tools = Tools(itemsctl, itemshub, clock)
    done = set(DONE.read_text(encoding="utf-8").split()) if DONE.exists() else set()
    seeds = [number for number in range(int(seed), int(seed) + int(count)) if str(number) not in done]
    print(f"{int(count) - len(seeds)} of {count} worlds from seed {seed} were clean before.", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, told in zip(seeds, pool.map(lambda number: run(number, tools), seeds)):
            if told is None:
                with DONE.open("a", encoding="utf-8") as file:
                    file.write(f"{number}\n")
            else:
                failed += 1
                print(f"Seed {number}: {told}", flush=True)
    print(f"{len(seeds) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
