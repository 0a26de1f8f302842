"""PostgreSQL servers of a test's own: one that takes changes, and a standby that changes wait for."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

import psycopg

PATIENCE_SECONDS = 30


def programs():
    """The folder of the newest PostgreSQL's programs; None where it is not installed."""
    root = pathlib.Path("/usr/lib/postgresql")
    versions = sorted(int(folder.name) for folder in root.glob("[0-9]*")) if root.exists() else []
    return root / str(versions[-1]) / "bin" if versions and versions[-1] >= 15 else None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# Who keeps the servers; Ambit's own user is the plain owner of its databases, as an operator makes it.
KEEPER = "postgres"


class Server:
    """One server, which may be killed and begin again."""

    def __init__(self, folder, name):
        self.name, self.port = name, free_port()
        self.data = pathlib.Path(folder) / name
        self.log = pathlib.Path(folder) / f"{name}.log"
        self.folder = folder

    def run(self, program, *arguments):
        words = [str(programs() / program), *arguments]
        if os.getuid() == 0:
            words = ["runuser", "-u", "postgres", "--", *words]
        with open(os.devnull, "r+b") as nothing:
            return subprocess.run(words, check=True, cwd="/", stdin=nothing, stdout=nothing,
                                  stderr=subprocess.PIPE, close_fds=True)

    def make(self):
        self.run("initdb", "-D", str(self.data), "-A", "trust", "-U", KEEPER, "--no-sync")
        # The server's own memory is what a test is about, and not the disk of the machine.
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(
                "listen_addresses = '127.0.0.1'\nmax_connections = 100\nwal_keep_size = 64MB\n"
                "hot_standby = on\nwal_log_hints = on\nmax_wal_senders = 5\n"
                f"unix_socket_directories = ''\n")

    def copy(self, other):
        """Makes this server anew as a standby of another one."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "--no-sync",
                 "-d", f"host=127.0.0.1 port={other.port} user={KEEPER} application_name={self.name}")

    def start(self):
        # A log of its own descriptor: a server that keeps a pipe open would keep its reader waiting.
        words = [str(programs() / "pg_ctl"), "-D", str(self.data), "-w", "-t", "30", "-l", str(self.log),
                 "-o", f"-c port={self.port}", "start"]
        if os.getuid() == 0:
            words = ["runuser", "-u", "postgres", "--", *words]
        subprocess.run(words, check=True, cwd="/", stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Whatever ends the tests, a killed run included, ends the server.
        owner = "runuser -u postgres -- " if os.getuid() == 0 else ""
        self.watcher = subprocess.Popen(
            ["sh", "-c", f"while kill -0 {os.getpid()}; do sleep 1; done; "
             f"{owner}{programs()}/pg_ctl -D {self.data} -m immediate stop; rm -rf {self.folder}"],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)

    def processes(self):
        """The numbers of the postmaster and of all its children."""
        first = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=False)
        return [first, *map(int, found.stdout.split())]

    def kill(self):
        """As a machine that loses its power, but for what the system still writes."""
        for number in self.processes():
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def signal(self, what):
        for number in self.processes():
            os.kill(number, what)

    def stop(self):
        try:
            self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")
        except subprocess.CalledProcessError:
            pass

    def promote(self):
        self.run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def make_database(self, name):
        self.ask(f"CREATE DATABASE {name} OWNER ambit", database="postgres")

    def dump(self, database):
        """All that stands in a database, as commands that make it anew."""
        done = subprocess.run(
            [str(programs() / "pg_dump"), "-h", "127.0.0.1", "-p", str(self.port), "-U", KEEPER, database],
            check=True, capture_output=True, stdin=subprocess.DEVNULL)
        return done.stdout

    def restore(self, database, dump):
        """Makes a database what it was when it was dumped."""
        self.ask(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)", database="postgres")
        self.make_database(database)
        subprocess.run(
            [str(programs() / "psql"), "-qX", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port),
             "-U", KEEPER, "-d", database], input=dump, check=True, stdout=subprocess.DEVNULL)

    def ask(self, question, *values, database="ambit"):
        with psycopg.connect(host="127.0.0.1", port=self.port, user=KEEPER, dbname=database,
                             autocommit=True, connect_timeout=5) as connection:
            found = connection.execute(question, values or None)
            return found.fetchall() if found.description else None


class Pair:
    """A server that takes changes and one that they wait for; they take turns."""

    def __init__(self, has_standby=True):
        self.folder = tempfile.mkdtemp(prefix="ambit-cluster-")
        if os.getuid() == 0:
            postgres = pwd.getpwnam("postgres")
            os.chown(self.folder, postgres.pw_uid, postgres.pw_gid)
        self.primary, self.standby = Server(self.folder, "one"), Server(self.folder, "two")
        self.primary.make()
        self.primary.start()
        self.primary.ask("CREATE ROLE ambit LOGIN", database="postgres")
        self.primary.make_database("ambit")
        self.has_standby = has_standby
        if has_standby:
            self.follow()

    @property
    def address(self):
        ports = sorted(server.port for server in (self.primary, self.standby))
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports[:2 if self.has_standby else None])
        if not self.has_standby:
            hosts = f"127.0.0.1:{self.primary.port}"
        return f"postgresql://ambit@{hosts}/ambit"

    def follow(self):
        """Makes the standby anew, and lets changes wait for it."""
        self.standby.copy(self.primary)
        self.standby.start()
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")
        self.primary.ask("SELECT pg_reload_conf()")
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.primary.ask("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'"):
            if time.monotonic() > end:
                raise RuntimeError("the standby does not follow")
            time.sleep(0.05)

    def fail_over(self):
        """Kills the server that takes changes; the standby takes its place, and has one of its own."""
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.follow()

    def close(self):
        self.primary.stop()
        if self.has_standby:
            self.standby.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Wire:
    """A way to a server that may fall silent: nothing is refused, and nothing comes through."""

    def __init__(self, port):
        self.target, self.is_cut = port, threading.Event()
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen(50)
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.socket.accept()
                there = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            for ends in ((here, there), (there, here)):
                threading.Thread(target=self.carry, args=ends, daemon=True).start()

    def carry(self, source, sink):
        try:
            while data := source.recv(65536):
                while self.is_cut.is_set():
                    time.sleep(0.05)
                sink.sendall(data)
        except OSError:
            pass
        source.close()
        sink.close()

    def close(self):
        self.is_cut.clear()
        self.socket.close()
