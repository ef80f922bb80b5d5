"""Stands in for systemd: opens a socket, starts the hub with it, and hears what the hub tells.

usage: manager.py PROGRAM [WORD…]; prints what happened, a line for each thing.
"""

import http.client
import os
import signal
import socket
import sys

notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notices.bind("notices")
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()

process = os.fork()
if process == 0:
    os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", NOTIFY_SOCKET=os.path.abspath("notices"))
    os.execvp(sys.argv[1], sys.argv[1:])


def hear():
    print("told", *[line.split("=")[0] for line in notices.recv(4096).decode().splitlines()], flush=True)


hear()
connection = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1])
connection.request("GET", "/readyz")
print("answered", connection.getresponse().status)
connection.close()
os.kill(process, signal.SIGHUP)
hear()
hear()
os.kill(process, signal.SIGTERM)
hear()
print("ended", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
