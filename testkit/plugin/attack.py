"""Tries what a provider must not be able to do, and writes down what it got: run by a plugin, inside of its sandbox.

attack.py OUT TARGETS: TARGETS is JSON with `read`, `write` (paths), `ports` of this machine, `sockets` (unix, `@` for
abstract), `pids` of others. OUT gets one JSON object: what succeeded, by name, and the processes that it left behind.
"""

import base64
import ctypes
import errno
import json
import os
import socket
import struct
import sys
import time

OUT, TARGETS = sys.argv[1], json.loads(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
X64 = os.uname().machine == "x86_64"
got, refused = {}, {}


def call(number, *arguments):
    result = libc.syscall(number if not isinstance(number, tuple) else number[0 if X64 else 1], *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def attempt(name, what):
    try:
        got[name] = str(what())[:200]
    except OSError as error:
        refused[name] = errno.errorcode.get(error.errno, str(error.errno))
    except Exception as error:
        refused[name] = repr(error)


def read(path):
    with open(path, "rb") as file:
        return file.read(64)


def write(path):
    with open(path, "ab") as file:
        file.write(b"x")
    return "written"


def memory(pid):
    with open(f"/proc/{pid}/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{pid}/mem", "rb") as file:
        file.seek(start)
        return file.read(16)


def vm_read(pid):
    buffer = ctypes.create_string_buffer(16)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 16)
    remote = (ctypes.c_void_p * 2)(0x400000, 16)
    return call((310, 270), pid, ctypes.byref(local), ctypes.c_ulong(1), ctypes.byref(remote), ctypes.c_ulong(1), 0)


def connect(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as one:
        one.settimeout(2)
        one.connect(address)
        return "connected"


def fast_open(port):
    with socket.socket() as one:
        return one.sendto(b"x", 0x20000000, ("127.0.0.1", port))


def tunnel(place):
    """Asks the way out of this process for a place; what it answers is the error where that is no success."""
    user, at = os.environ["HTTPS_PROXY"].removeprefix("http://").split("@")
    host, port = at.split(":")
    with socket.create_connection((host, int(port)), 5) as one:
        basic = base64.b64encode(user.encode()).decode()
        one.sendall(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\nProxy-Authorization: Basic {basic}\r\n\r\n".encode())
        answer = one.recv(200).decode()
    if " 200 " not in answer:
        raise RuntimeError(answer.split("\r\n")[0])
    return answer


def listen(address):
    with socket.socket() as one:
        if address:
            one.bind(address)
        one.listen()
        return one.getsockname()


def datagram(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        return one.sendto(b"x", ("127.0.0.1", port))


def made(family, kind, protocol=0):
    socket.socket(family, kind, protocol).close()
    return "made"


def left():
    """A grandchild in a session of its own, without an environment, that would outlive everybody."""
    pids = []
    for leave in (lambda: None, os.setsid, lambda: os.setpgid(0, 0)):
        reader, writer = os.pipe()
        if os.fork() == 0:
            if os.fork() == 0:
                try:
                    leave()
                except OSError:
                    pass
                os.write(writer, struct.pack("i", os.getpid()))
                os.execve("/bin/sleep", ["sleep", "600"], {})
            os._exit(0)
        os.wait()
        pids.append(struct.unpack("i", os.read(reader, 4))[0])
    return pids


def everything():
    for pid in TARGETS["pids"]:
        attempt(f"environ {pid}", lambda: read(f"/proc/{pid}/environ"))
        attempt(f"mem {pid}", lambda: memory(pid))
        attempt(f"ptrace {pid}", lambda: call((101, 117), 16, pid, 0, 0))
        attempt(f"process_vm_readv {pid}", lambda: vm_read(pid))
        attempt(f"signal {pid}", lambda: os.kill(pid, 0))
        attempt(f"pidfd {pid}", lambda: call(434, pid, 0))
        attempt(f"priority {pid}", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
        attempt(f"affinity {pid}", lambda: os.sched_setaffinity(pid, {0}))
        attempt(f"limits {pid}", lambda: call((302, 261), pid, 7, struct.pack("QQ", 8, 8), None))
    for path in TARGETS["read"]:
        attempt(f"read {path}", lambda: os.listdir(path) if os.path.isdir(path) else read(path))
    for path in TARGETS["write"]:
        attempt(f"write {path}", lambda: write(path if not os.path.isdir(path) else os.path.join(path, "attack")))
        attempt(f"chmod {path}", lambda: os.chmod(path, 0o777))
        attempt(f"chown {path}", lambda: os.chown(path, os.getuid(), os.getgid()))
        attempt(f"touch {path}", lambda: os.utime(path))
        attempt(f"remove {path}", lambda: os.rename(path, path + ".gone"))
    for path in ("/tmp", "/etc", "/dev/shm", "/var/tmp", "/usr/lib"):
        attempt(f"write {path}", lambda: write(os.path.join(path, "plumbline-attack")))
    for port in TARGETS["ports"]:
        attempt(f"connect {port}", lambda: connect(socket.AF_INET, ("127.0.0.1", port)))
        attempt(f"connect [::1] {port}", lambda: connect(socket.AF_INET6, ("::1", port)))
        attempt(f"fast open {port}", lambda: fast_open(port))
        attempt(f"udp {port}", lambda: datagram(port))
    for place in [f"127.0.0.1:{port}" for port in TARGETS["ports"]] + ["127.0.0.1:443", "[::1]:443", "169.254.169.254:443", "localhost:443", "0.0.0.0:443"]:
        attempt(f"tunnel {place}", lambda: tunnel(place))
    for path in TARGETS["sockets"]:
        attempt(f"unix {path}", lambda: connect(socket.AF_UNIX, "\0" + path[1:] if path[0] == "@" else path))
    attempt("metadata", lambda: connect(socket.AF_INET, ("169.254.169.254", 80)))
    attempt("internet", lambda: connect(socket.AF_INET, ("1.1.1.1", 443)))
    attempt("bind", lambda: listen(("0.0.0.0", 0)))
    attempt("listen", lambda: listen(None))
    attempt("udp", lambda: made(socket.AF_INET, socket.SOCK_DGRAM))
    attempt("raw", lambda: made(socket.AF_INET, socket.SOCK_RAW, 1))
    attempt("packet", lambda: made(socket.AF_PACKET, socket.SOCK_RAW))
    attempt("netlink", lambda: made(socket.AF_NETLINK, socket.SOCK_RAW))
    attempt("mptcp", lambda: made(socket.AF_INET, socket.SOCK_STREAM, 262))
    attempt("unix datagram", lambda: made(socket.AF_UNIX, socket.SOCK_DGRAM))
    attempt("vsock", lambda: made(40, socket.SOCK_STREAM))
    attempt("io_uring", lambda: call(425, 1, ctypes.create_string_buffer(120)))
    attempt("bpf", lambda: call((321, 280), 0, ctypes.create_string_buffer(120), 120))
    attempt("user namespace", lambda: call((272, 97), 0x10000000))
    attempt("clone3", lambda: call(435, ctypes.create_string_buffer(88), 88))
    attempt("mount", lambda: call((165, 40), b"x", os.path.dirname(OUT).encode(), b"tmpfs", 0, None))
    attempt("keys", lambda: call((250, 219), 0, -3, 1))
    attempt("shared memory", lambda: call((29, 194), 0x504C42, ctypes.c_ulong(4096), 0o1600))
    attempt("unknown call", lambda: call(463, 0))
    attempt("setsid", os.setsid)
    attempt("setpgid", lambda: os.setpgid(0, 0))


alive = left()
round_ = 0
while True:
    everything()
    with open(OUT + ".next", "w") as file:
        json.dump({"got": got, "refused": refused, "left": alive, "rounds": (round_ := round_ + 1)}, file)
    os.rename(OUT + ".next", OUT)
    time.sleep(0.3)
