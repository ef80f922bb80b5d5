"""Speaks to a running hub as any program may, by a library that knows nothing of it.

usage: client.py http.client|requests URL SPACE TOKEN_FILE [all-but CHECK…]

Prints a line for each thing that the hub did as it should, and ends with 1 at the first that it did not.
"""

import gzip
import http.client
import json
import sys
import threading
import time
import urllib.parse
import uuid

DIGITS = "0123456789abcdefghijklmnopqrstuv"


class Answer:
    """A response, whichever library brought it; names of headers are in lower case."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)


class StandardLibrary:
    """One connection of http.client."""

    decodes = False

    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc)

    def send(self, method, path, headers, body=None):
        self.connection.request(method, path, body=body, headers=headers)
        response = self.connection.getresponse()
        return Answer(response.status, response.getheaders(), response.read())

    def connections(self):
        """Whatever stays the same as long as the connection does."""
        return self.connection.sock.getsockname()


class Requests:
    """One session of requests, which reads gzip by itself."""

    decodes = True

    def __init__(self, url):
        import requests

        self.url = url
        self.session = requests.Session()
        # Neither a proxy nor a password of this machine is for the hub of a test.
        self.session.trust_env = False

    def send(self, method, path, headers, body=None):
        response = self.session.request(method, self.url + path, headers=headers, data=body)
        return Answer(response.status_code, response.headers.items(), response.content)

    def connections(self):
        pools = self.session.get_adapter(self.url).poolmanager.pools
        return [pools[key].num_connections for key in pools.keys()]


class Device:
    """What a device of the space knows, and what it sends."""

    def __init__(self, library, url, space, token):
        self.library, self.url, self.space, self.token = library, url, space, token
        self.way = library(url)
        self.pushes = 0
        self.node = uuid.uuid4().int >> 64

    def reconnect(self):
        """Begins on another connection: one on which a body was refused unread is over, and a proxy may not say so."""
        self.way = self.library(self.url)

    def call(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.way.send(method, path, {"Authorization": f"Bearer {self.token}"} | headers, body)

    def get(self, path, **headers):
        return self.call("GET", f"/v1/spaces/{self.space}/{path}", **headers)

    def post(self, path, body, **headers):
        headers = {"Content_Type": "application/json"} | headers
        return self.call("POST", f"/v1/spaces/{self.space}/{path}", body, **headers)

    def latest(self):
        """The latest commit, as a page of changes ends with it."""
        answer = self.get("changes?after=0")
        assert answer.status == 200, answer.status
        return json.loads(answer.body.splitlines()[-1])["tok"]

    def push_body(self, *titles):
        """A push of new items in the wire's form."""
        self.pushes += 1
        stamp = self.stamp()
        changes = [{"f": {"title": title}, "i": str(uuid.uuid4()), "q": 0, "t": stamp} for title in titles]
        push = {"ch": changes, "cur": 0, "dev": 1, "n": self.pushes, "ses": self.node >> 1, "tok": self.latest()}
        return json.dumps(push).encode()

    def stamp(self):
        number = int(time.time() * 1000) << 80 | self.pushes << 64 | self.node
        return "".join(DIGITS[number >> shift & 31] for shift in range(125, -1, -5))

    def wait(self, tok, seconds):
        number = f"{tok['e']}.{tok['h']}.{tok['k']}"
        return self.get(f"wait?after={tok['h']}&tok={number}&t={seconds}")


def hello(device):
    answer = device.way.send("GET", "/v1/hello", {})
    assert answer.status == 200, answer.status
    assert answer.json["protocol"][0] >= 1 and answer.json["limits"]["body"] == 1_048_576, answer.json


def push(device):
    body = device.push_body("one", "two")
    answer = device.post("push", body)
    assert answer.status == 200, (answer.status, answer.body)
    assert [result[1] for result in answer.json["r"]] == ["ok", "ok"], answer.json
    # Sent again by somebody on the way: it is known, and changes nothing.
    again = device.post("push", body)
    assert again.status == 200 and again.json == {"stale": True}, again.body
    assert device.latest() == answer.json["tok"]


def changes(device):
    lines = device.get("changes?after=0").body.splitlines()
    rows, end = [json.loads(line) for line in lines[:-1]], json.loads(lines[-1])
    assert sorted(row["f"]["title"] for row in rows) == ["one", "two"], rows
    assert end["n"] == 2 and not end["more"], end
    rest = device.get(f"changes?after={rows[0]['q']}").body.splitlines()
    assert len(rest) == 2, rest


def wait(device):
    tok = device.latest()
    nothing = device.wait(tok, 1)
    assert nothing.status == 204 and nothing.body == b"", nothing.status
    answers = []
    other = Device(device.library, device.url, device.space, device.token)
    # Through a proxy it may not be longer. One request is made meanwhile, which takes no such time on a busy machine either.
    waiting = threading.Thread(target=lambda: answers.append(other.wait(tok, 55)))
    waiting.start()
    accepted = device.post("push", device.push_body("three"))
    waiting.join()
    # Had it not been woken, the hub would have said 204 in the end.
    assert [answer.status for answer in answers] == [200], answers
    assert answers[0].json["tok"] == accepted.json["tok"], answers[0].body


def compression(device):
    titles = [f"an item whose title is much like the others {number}" for number in range(100)]
    packed = gzip.compress(device.push_body(*titles))
    answer = device.post("push", packed, Content_Encoding="gzip", Accept_Encoding="gzip")
    assert answer.status == 200, (answer.status, answer.body)
    small = device.get("changes?after=0", Accept_Encoding="gzip")
    assert small.headers["content-encoding"] == "gzip", small.headers
    assert "accept-encoding" in small.headers["vary"].lower()
    plain = device.get("changes?after=0", Accept_Encoding="identity")
    assert "content-encoding" not in plain.headers
    body = small.body if device.way.decodes else gzip.decompress(small.body)
    assert body.splitlines()[:-1] == plain.body.splitlines()[:-1]
    assert int(small.headers["content-length"]) < len(plain.body) / 4
    damaged = device.post("push", packed[:-9] + b"123456789", Content_Encoding="gzip")
    assert damaged.status == 400, damaged.status
    unknown = device.post("push", packed, Content_Encoding="br")
    assert unknown.status == 415, unknown.status
    device.reconnect()


def keep_alive(device):
    device.latest()
    first = device.way.connections()
    for number in range(20):
        assert device.way.send("GET", "/livez", {}).status == 200
        assert device.post("push", device.push_body(f"kept {number}")).status == 200
        # What is refused without a body ends no connection either.
        assert device.get("nothing").status == 404
    assert device.way.connections() == first, (first, device.way.connections())


def refusals(device):
    stranger = Device(device.library, device.url, device.space, device.token[:-1] + "!")
    assert stranger.get("changes?after=0").status == 401
    none = device.way.send("GET", f"/v1/spaces/{device.space}/changes?after=0", {})
    assert none.status == 401 and none.headers["www-authenticate"] == "Bearer", none.headers
    assert device.call("GET", "/v1/spaces/elsewhere/changes?after=0").status == 404
    method = device.get("push")
    assert method.status == 405 and method.headers["allow"] == "POST", method.headers
    assert device.post("push", b"{").status == 400
    version = device.get("changes?after=0", Sync_Protocol="99")
    assert version.status == 426 and version.headers["sync-protocol"] == "1", version.headers
    assert device.post("push", b"{}", Content_Type="text/plain").status == 415
    device.reconnect()
    # The hub reads and throws away what is still on its way, so that its answer is seen and not a broken connection.
    large = device.post("push", b"x" * 3_000_000)
    assert large.status == 413 and "1048576" in large.json["error"], large.body
    device.reconnect()
    assert device.get("changes?after=0").status == 200


def expectations(device):
    """Heads whose bodies never come; only http.client can be stopped between the two."""
    head = {
        "Authorization": f"Bearer {device.token}",
        "Content-Type": "application/json",
        "Content-Length": "3000000",
    }
    assert bare(device, head)[0].startswith("HTTP/1.1 413 ")
    assert bare(device, head | {"Expect": "100-continue"})[0].startswith("HTTP/1.1 413 ")
    assert bare(device, head | {"Content-Length": "9", "Expect": "200-ok"})[0].startswith("HTTP/1.1 417 ")
    assert bare(device, head | {"Authorization": "Bearer ith_no", "Expect": "100-continue"})[0].startswith(
        "HTTP/1.1 401 "
    )
    body = device.push_body("expected")
    first, answer = bare(device, head | {"Content-Length": str(len(body)), "Expect": "100-continue"}, body)
    assert first == "HTTP/1.1 100 Continue\r\n", first
    assert answer.startswith("HTTP/1.1 200 "), answer


def bare(device, headers, body=None):
    """Sends a head, and the body once the hub asks for it; gives the lines of status that came."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(device.url).netloc)
    connection.putrequest("POST", f"/v1/spaces/{device.space}/push")
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    lines = connection.sock.makefile("rb")
    first = lines.readline().decode()
    second = ""
    if body and first.startswith("HTTP/1.1 100 "):
        lines.readline()
        connection.sock.sendall(body)
        second = lines.readline().decode()
    connection.close()
    return first, second


def main():
    name, url, space, token_file, *others = sys.argv[1:]
    with open(token_file, encoding="utf-8") as file:
        token = file.read().strip()
    library = Requests if name == "requests" else StandardLibrary
    checks = [hello, push, changes, wait, compression, keep_alive, refusals]
    if library is StandardLibrary:
        checks.append(expectations)
    device = Device(library, url, space, token)
    for check in checks:
        if check.__name__ in others:
            continue
        check(device)
        print(check.__name__, flush=True)


main()
