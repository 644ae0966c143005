"""Serves the built book, and nothing else: to this computer, or to a room.

python tools/serve.py          only to this computer
python tools/serve.py --room   to everybody on the same network, such as a class
"""

import argparse
import socket
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BOOK = Path(__file__).parent.parent / "_build" / "html"
PORT = 8000
SOMEWHERE = ("192.0.2.1", 9)  # reserved for examples; nothing is sent there
WARNING = """\
Everybody on this network can read the book at this address until you stop. Only the book's folder
is served. Try the address on a phone: some networks do not let devices reach each other, and a
firewall may ask whether to allow Python."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of one folder: no lists of files, and nothing that a link leads to outside.

    Requests are not printed, because a class makes thousands.
    """

    def translate_path(self, path):
        resolved = Path(super().translate_path(path)).resolve()
        inside = resolved.is_relative_to(Path(self.directory).resolve())
        return str(resolved) if inside else ""  # a path that no file has

    def list_directory(self, path):
        self.send_error(404)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # a class opens the page at once


def address_in_room():
    """This computer's address on its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        return probe.getsockname()[0]


def make_server(room, port=PORT, folder=BOOK):
    """A server of the book, and the URL at which it is reached.

    Args:
        room: Whether other computers can reach it.
        port: The port; 0 for any that is free.
        folder: The built book.

    Raises:
        SystemExit: There is no book or no network, or the port is taken.
    """
    if not (folder / "index.html").is_file():
        raise SystemExit(f"folder must contain the built book; got {folder} (run make book)")
    host = address_in_room() if room else "localhost"
    if host is None:
        raise SystemExit("serving a room needs a network; got none (connect to one first)")
    try:
        # Only on that address, not on other addresses of this computer.
        bound = host if room else "127.0.0.1"
        server = Server((bound, port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise SystemExit(f"port must be free; got {port} ({error})") from None
    return server, f"http://{host}:{server.server_port}/"


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--room", action="store_true", help="let others on the network reach it")
    room = reader.parse_args().room
    server, url = make_server(room)
    print(f"Serving on {url} (stop with Ctrl-C) ...", flush=True)
    if room:
        print(WARNING, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
