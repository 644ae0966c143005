"""Publishing: addresses, previews, the set-up cell in Colab, archive, workflow and citation."""

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import tomllib
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType, SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

ROOT = Path(__file__).parents[2]
# The front page, a chapter, and the reference, which the chapter's code links to.
PAGES = ["intro", "one_head"]
PAGES += sorted(f"reference/{path.stem}" for path in ROOT.glob("book/reference/*.md"))
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "book.yml").read_text())
RUNNER = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "Some-One/heads"}
ACTION = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")

write_public_url = importlib.import_module("write_public_url")
address = importlib.import_module("sphinx_extensions.address")
archive = importlib.import_module("sphinx_extensions.archive")
colab_tool = importlib.import_module("colab")


@pytest.fixture
def on_runner(monkeypatch):
    for name, value in RUNNER.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("repository", "pages"),
    [
        ("https://github.com/Some-One/Heads", "https://some-one.github.io/Heads/"),
        ("https://github.com/someone/Someone.github.io", "https://someone.github.io/"),
        ("https://codeberg.org/someone/heads", ""),
    ],
)
def test_pages_url_follows_github_pages(repository, pages):
    assert address.pages(repository) == pages


def test_on_a_runner_the_default_url_is_its_own_repository(on_runner, monkeypatch):
    monkeypatch.setattr(address, "public_url", lambda: "")
    assert address.repository() == "https://github.com/Some-One/heads"


def test_a_url_that_is_set_is_kept(on_runner, monkeypatch):
    monkeypatch.setattr(address, "public_url", lambda: "https://github.com/a/b")
    assert address.repository() == "https://github.com/a/b"


def test_without_a_runner_there_is_no_url(monkeypatch):
    monkeypatch.setattr(address, "public_url", lambda: "")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert address.repository() == ""


def theme_options():
    """The theme's options that `address` sets."""
    config = SimpleNamespace(html_baseurl="", html_theme_options={})
    address.set_addresses(None, config)
    return config.html_theme_options


def test_pages_have_a_link_to_report_a_mistake_only_if_there_is_a_repository(
    on_runner, monkeypatch
):
    monkeypatch.setattr(address, "public_url", lambda: "")
    assert theme_options()["article_footer_items"] == ["mistake"]
    monkeypatch.delenv("GITHUB_REPOSITORY")
    assert theme_options() == {}


def test_the_link_to_report_a_mistake_fills_in_fields_of_the_form():
    link = (ROOT / "tools" / "sphinx_extensions" / "mistake.html").read_text()
    (file,) = re.findall(r"\?template=([\w.]+)", link)
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / file).read_text())
    names = [field["id"] for field in form["body"]]
    assert len(set(names)) == len(names)
    assert {*re.findall(r"&amp;(\w+)=", link)} == {"title", "page"} <= {"title", *names}
    assert form["name"]
    assert form["description"]


@pytest.mark.first
@pytest.mark.slow
def test_a_fork_s_book_links_to_the_fork(tmp_path):
    """Builds some pages as a GitHub runner would, in a repository that has set no URL."""
    for name in ["book", "js", "mha_lib", "LICENSE"]:
        (tmp_path / name).symlink_to(ROOT / name)
    root, *others = [f"book/{name}" for name in PAGES]
    toc = {"format": "jb-book", "root": root, "chapters": [{"file": file} for file in others]}
    (tmp_path / "_toc.yml").write_text(yaml.safe_dump(toc))
    shutil.copytree(
        ROOT / "tools", tmp_path / "tools"
    )  # they look for `_config.yml` next to their folder
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    config.pop("repository", None)
    (tmp_path / "_config.yml").write_text(yaml.safe_dump(config))
    # Without -W, because these pages link to pages that are not built.
    command = [Path(sys.executable).with_name("jupyter-book"), "build", tmp_path, "-q"]
    with (tmp_path / "log").open("w") as log:
        options = {"stdout": log, "stderr": subprocess.STDOUT, "env": {**os.environ, **RUNNER}}
        built = subprocess.run(command, cwd=tmp_path, **options)
    assert built.returncode == 0, (tmp_path / "log").read_text()
    html = tmp_path / "_build" / "html"
    home, fork = "https://some-one.github.io/heads/", "https://github.com/Some-One/heads"
    for name in PAGES:
        page = BeautifulSoup((html / "book" / f"{name}.html").read_text(), "html.parser")
        links = {link["href"] for link in page.select("header a[href], .bd-header-article a[href]")}
        assert {fork, f"{home}{archive.NAME}.zip"} <= links
        assert any(link.startswith(f"{fork}/blob/main/book/{name}.") for link in links)
        assert (f"{colab(fork)}/{name}.ipynb" in links) == (name == "one_head")
        report = urlsplit(page.select_one(".bd-footer-article a")["href"])
        assert f"https://{report.netloc}{report.path}" == f"{fork}/issues/new"
        assert parse_qs(report.query) == {
            "template": ["mistake.yml"],
            "title": [f"{page.h1.find(string=True).strip()}: "],
            "page": [f"{home}book/{name}.html"],
        }
        meta = {tag.get("property") or tag.get("name"): tag["content"] for tag in page("meta")[2:]}
        assert meta["og:url"] == page.select_one("link[rel=canonical]")["href"]
        assert meta["og:url"] == f"{home}book/{name}.html"
        assert (html / meta["og:image"].removeprefix(home)).is_file()
        assert len(meta["og:image:alt"]) > 60
        assert meta["og:title"] == page.h1.find(string=True).strip()
        assert meta["description"] == meta["og:description"]
        assert meta["description"]


def test_every_page_has_a_different_first_paragraph():
    """A link to a page shows its first paragraph, after the minutes that it takes and a quote."""
    paths = [*ROOT.glob("book/*.ipynb"), *ROOT.glob("book/**/*.md")]
    firsts = set()
    for path in paths:
        text = path.read_text()
        if path.suffix == ".ipynb":
            cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
            text = "\n\n".join("".join(cell["source"]) for cell in cells)
        parts = re.split(r"\n\s*\n|\n- ", text)
        firsts.add(next(part for part in parts if not re.match(r"[#>]|About \d+ minutes\.", part)))
    assert len(firsts) == len(paths)


def colab(repository):
    path = repository.removeprefix("https://github.com")
    return f"https://colab.research.google.com/github{path}/blob/main/book"


WRITTEN, ASKED = "https://codeberg.org/written/heads", "https://codeberg.org/asked/heads"
GITHUB = "https%3A//github.com/Some-One/heads"


@pytest.fixture
def installed_by(monkeypatch, tmp_path):
    """Runs a chapter's first cell as Colab does, without the library; returns pip's arguments."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("COLAB_JUPYTER_IP", "127.0.0.1")
    monkeypatch.delenv("KMP_TARGET_PORT", raising=False)
    monkeypatch.delenv("http_proxy", raising=False)
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    monkeypatch.setitem(sys.modules, "chapter", ModuleType("chapter"))
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "mha_lib" else real(name)
    )
    monkeypatch.setattr("builtins.input", lambda prompt: ASKED)
    calls = []
    no_history = Config({"HistoryManager": {"enabled": False}})
    shell = InteractiveShell(user_module=sys.modules["chapter"], config=no_history)
    shell.register_magic_function(calls.append, magic_name="pip")

    def run(url):
        shell.run_cell(write_public_url.set_up_cell(url).source).raise_error()
        return calls

    return run


@pytest.fixture
def colab_shows(monkeypatch):
    """Answers as the server inside Colab's machine does."""
    servers = []

    def serve(body, status=200):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status if self.path == "/api/sessions" else 404)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        servers.append(HTTPServer(("127.0.0.1", 0), Handler))
        monkeypatch.setenv("KMP_TARGET_PORT", str(servers[-1].server_port))
        threading.Thread(target=servers[-1].serve_forever, args=[0.01], daemon=True).start()

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def sessions(*files):
    """The list of sessions as Jupyter's server gives it, with Colab's paths."""
    return json.dumps(
        [
            {
                "id": f"s{i}",
                "path": f"fileId={file}",
                "name": "one_head.ipynb",
                "type": "notebook",
                "kernel": {"id": f"k{i}", "name": "python3", "execution_state": "busy"},
                "notebook": {"path": f"fileId={file}", "name": "one_head.ipynb"},
            }
            for i, file in enumerate(files)
        ]
    )


@pytest.mark.skipif(shutil.which("curl") is None, reason="the cell runs curl, which Colab has")
@pytest.mark.parametrize("url", [WRITTEN, ""], ids=["with a URL", "without a URL"])
@pytest.mark.parametrize(
    ("files", "address"),
    [
        ([f"{GITHUB}/blob/main/book/one_head.ipynb"], "Some-One/heads@main"),
        ([f"{GITHUB}/blob/main/book/one_head.ipynb".replace("/", "%2F")], "Some-One/heads@main"),
        ([f"{GITHUB}.py/blob/v1.2/book/a_b.ipynb%3Fx%3D1"], "Some-One/heads.py@v1.2"),
        ([f"{GITHUB}/blob/a/book/c/book/one_head.ipynb"], "Some-One/heads@a/book/c"),
        ([f"{GITHUB}/blob/main/book/{x}.ipynb" for x in "abc"], "Some-One/heads@main"),
        (["1a2B", f"{GITHUB}/blob/main/book/stacking.ipynb"], "Some-One/heads@main"),
    ],
    ids=["branch", "%2F", "dots", "slashes", "three chapters", "and one from Drive"],
)
def test_colab_installs_from_where_the_notebook_was_opened(
    installed_by, colab_shows, url, files, address
):
    colab_shows(sessions(*files))
    assert installed_by(url) == [
        f'install --quiet "mha_lib[book] @ git+https://github.com/{address}"'
    ]


UNUSABLE_ANSWERS = {
    "no session": sessions(),
    "Drive": sessions("1a2B3c"),
    "another site": sessions(
        "https%3A//huggingface.co/spaces/a/heads/blob/main/book/one_head.ipynb"
    ),
    "a look-alike": sessions(
        "https%3A//github.com.example.org/a/heads/blob/main/book/one_head.ipynb"
    ),
    "an address inside": sessions(
        "https%3A//example.org/%3Fhttps%3A//github.com/a/b/blob/main/book/c.ipynb"
    ),
    "two repositories": sessions(*(f"{GITHUB}{i}/blob/main/book/one_head.ipynb" for i in (1, 2))),
    "a name with a command": sessions(f"{GITHUB}%24(date)/blob/main/book/one_head.ipynb"),
    "a branch with a command": sessions(f"{GITHUB}/blob/main%22;date;/book/one_head.ipynb"),
    "a branch with backticks": sessions(f"{GITHUB}/blob/main%60date%60/book/one_head.ipynb"),
    "a branch like an option": sessions(f"{GITHUB}/blob/--detach/book/one_head.ipynb"),
    "a branch with a space": sessions(f"{GITHUB}/blob/a%20b/book/one_head.ipynb"),
    "a branch with a fragment": sessions(f"{GITHUB}/blob/a%23egg=b/book/one_head.ipynb"),
    "a page": "<title>Log in</title>",
    "another JSON": '{"message": "Forbidden"}',
    "nothing": "",
}


@pytest.mark.parametrize("body", UNUSABLE_ANSWERS.values(), ids=UNUSABLE_ANSWERS)
def test_after_an_unusable_answer_the_cell_takes_its_url_or_asks_the_reader(
    installed_by, colab_shows, body
):
    colab_shows(body)
    calls = [f'install --quiet "mha_lib[book] @ git+{address}"' for address in (WRITTEN, ASKED)]
    assert installed_by(WRITTEN) == calls[:1]
    assert installed_by("") == calls


@pytest.mark.parametrize("port", ["", "1", "silent"])
def test_the_cell_does_not_wait_for_a_server_that_is_missing_or_silent(
    installed_by, monkeypatch, port
):
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts connections and never answers
        monkeypatch.setenv("KMP_TARGET_PORT", port.replace("silent", str(silent.getsockname()[1])))
        start = time.monotonic()
        assert installed_by(WRITTEN) == [f'install --quiet "mha_lib[book] @ git+{WRITTEN}"']
        assert time.monotonic() - start < 6


def test_the_first_cell_does_nothing_outside_colab_or_once_the_library_is_installed(
    installed_by, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "google.colab")
        assert installed_by("") == []
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: f"a spec of {name}")
    assert installed_by("") == []


def test_the_first_cell_is_short():
    for url in (WRITTEN, ""):
        assert len(write_public_url.set_up_cell(url).source.splitlines()) <= 14


def test_the_citation_agrees_with_the_book_and_the_library():
    text = (ROOT / "CITATION.cff").read_text()
    citation = yaml.safe_load(text)
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == config["title"]
    assert [author["name"] for author in citation["authors"]] == [config["author"]]
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert text == write_public_url.citation_with_url(text, write_public_url.public_url())


def test_the_citation_has_the_public_url_once():
    citation_with_url = write_public_url.citation_with_url
    text = (ROOT / "CITATION.cff").read_text()
    first = citation_with_url(text, "https://github.com/a/b")
    second = citation_with_url(first, "https://github.com/c/d")
    assert yaml.safe_load(second)["repository-code"] == "https://github.com/c/d"
    assert citation_with_url(second, "") == citation_with_url(text, "")


def test_the_archive_contains_the_whole_site(tmp_path):
    site = tmp_path / "html"
    (site / "book").mkdir(parents=True)
    (site / "index.html").write_text("front")
    (site / "book" / "a.html").write_text("a")

    class App:
        outdir = site

    archive.pack(App, ValueError())
    assert not list(tmp_path.glob("*.zip"))  # a failed build leaves no archive
    archive.pack(App, None)
    with zipfile.ZipFile(tmp_path / f"{archive.NAME}.zip") as packed:
        names = [f"{archive.NAME}/book/a.html", f"{archive.NAME}/index.html"]
        assert packed.namelist() == names
        assert packed.read(names[1]) == b"front"


class TestTheWorkflow:
    jobs = WORKFLOW["jobs"]

    def test_every_action_is_pinned_by_its_commit(self):
        uses = [
            step["uses"] for job in self.jobs.values() for step in job["steps"] if "uses" in step
        ]
        assert uses
        assert [action for action in uses if not ACTION.fullmatch(action)] == []

    def test_only_the_publishing_job_may_write(self):
        assert WORKFLOW["permissions"] == {"contents": "read"}
        allowed = {
            name: job["permissions"] for name, job in self.jobs.items() if "permissions" in job
        }
        assert allowed == {"publish": {"pages": "write", "id-token": "write"}}

    def test_colab_s_python_and_the_oldest_one_are_tested_every_week(self):
        assert colab_tool.PYTHON in self.jobs["book"]["strategy"]["matrix"]["python"]
        oldest = self.jobs["oldest"]["steps"]
        assert [step["run"] for step in oldest if "run" in step] == ["make test-oldest"]
        assert "github.event_name == 'schedule'" in self.jobs["oldest"]["if"]

    def test_only_main_is_published_and_only_after_its_tests(self):
        assert self.jobs["publish"]["needs"] == "book"
        assert "github.ref == 'refs/heads/main'" in self.jobs["publish"]["if"]
        said = [
            step.get("run") or step["uses"].split("@")[0] for step in self.jobs["book"]["steps"]
        ]
        assert said[-3:] == [
            ".ci/run",
            "cp _build/*.zip _build/html/",
            "actions/upload-pages-artifact",
        ]
        upload = self.jobs["book"]["steps"][-1]
        assert upload["with"]["path"] == "_build/html"
        assert "refs/heads/main" in upload["if"]
