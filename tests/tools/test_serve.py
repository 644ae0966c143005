"""The server of the built book: who can reach it, and that it serves nothing else."""

import http.client
import importlib
import socket
import sys
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

tool = importlib.import_module("serve")


@pytest.fixture
def book(tmp_path):
    """A built book in a folder that also has a file next to it."""
    folder = tmp_path / "html"
    (folder / "book").mkdir(parents=True)
    (folder / "index.html").write_text("front")
    (folder / "book" / "one_head.html").write_text("one head")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "way_out").symlink_to(tmp_path)
    return folder


@contextmanager
def serving(book, room=False):
    server, url = tool.make_server(room, 0, book)
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    try:
        yield urlsplit(url)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def get(url, path):
    """The status and the body for a path, sent as it is: urllib would shorten "/../"."""
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_it_serves_the_book_and_nothing_else(book):
    with serving(book) as url:
        assert get(url, "/") == (200, "front")
        assert get(url, "/book/one_head.html") == (200, "one head")
        for path in (
            "/../secret.txt",
            "/book/../../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "//secret.txt",
            "/way_out/secret.txt",
            "/way_out/",
            "/book/",  # a list of files
        ):
            status, body = get(url, path)
            assert status == 404, path
            assert "secret" not in body


def test_without_a_room_only_this_computer_reaches_it(book):
    server, url = tool.make_server(False, 0, book)
    server.server_close()
    assert server.server_address[0] == "127.0.0.1"
    assert urlsplit(url).hostname == "localhost"


def test_the_address_for_a_room_is_one_at_which_it_answers(book, monkeypatch):
    if tool.address_in_room() is None:
        monkeypatch.setattr(tool, "address_in_room", lambda: "127.0.0.1")
    with serving(book, room=True) as url:
        assert get(url, "/") == (200, "front")
        assert url.hostname not in ("localhost", "0.0.0.0")


def test_a_room_hears_the_address_and_who_can_reach_it(book, monkeypatch, capsys):
    made = tool.make_server(False, 0, book)
    asked = []
    monkeypatch.setattr(tool, "make_server", lambda room: asked.append(room) or made)
    monkeypatch.setattr(tool.Server, "serve_forever", lambda self: None)
    for options in ([], ["--room"]):
        monkeypatch.setattr(sys, "argv", ["serve.py", *options])
        tool.main()
        said = capsys.readouterr().out
        assert f"Serving on {made[1]}" in said
        assert ("Everybody on this network" in said) == bool(options)
    made[0].server_close()
    assert asked == [False, True]


def test_what_is_missing_is_named(book, tmp_path, monkeypatch):
    with pytest.raises(SystemExit, match=r"^folder must contain the built book; got .*make book"):
        tool.make_server(False, 0, tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"^port must be free; got {port}"):
            tool.make_server(False, port, book)
    monkeypatch.setattr(tool, "address_in_room", lambda: None)
    with pytest.raises(SystemExit, match="needs a network; got none"):
        tool.make_server(True, 0, book)
