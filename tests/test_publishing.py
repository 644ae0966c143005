"""What others find, fork, cite and share: addresses, previews, the archive, the public workflow."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup

ROOT = Path(__file__).parent.parent
CHAPTERS = sorted(path.stem for path in ROOT.glob("book/*.ipynb"))
TEXTS = [path.relative_to(ROOT / "book") for path in sorted(ROOT.glob("book/**/*.md"))]
PAGES = CHAPTERS + [path.with_suffix("").as_posix() for path in TEXTS]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "book.yml").read_text())
RUNNER = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "Some-One/heads"}
ACTION = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")

sys.path.insert(0, str(ROOT / "tools"))
stamp = importlib.import_module("stamp")
address = importlib.import_module("house.address")
archive = importlib.import_module("house.archive")


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
def test_pages_lie_where_github_shows_them(repository, pages):
    assert address.pages(repository) == pages


def test_a_runner_without_an_address_takes_its_own(on_runner, monkeypatch):
    monkeypatch.setattr(address, "public_address", lambda: "")
    assert address.repository() == "https://github.com/Some-One/heads"


def test_an_address_that_is_set_stays(on_runner, monkeypatch):
    monkeypatch.setattr(address, "public_address", lambda: "https://github.com/a/b")
    assert address.repository() == "https://github.com/a/b"


def test_elsewhere_there_is_none(monkeypatch):
    monkeypatch.setattr(address, "public_address", lambda: "")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    assert address.repository() == ""


def test_a_fork_s_book_leads_to_the_fork(tmp_path):
    """Builds it as a public runner would, of a repository that has set no address."""
    for name in ["_toc.yml", "book", "mha_lib", "LICENSE"]:
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")  # they find the address from where they are
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    config.pop("repository", None)
    (tmp_path / "_config.yml").write_text(yaml.safe_dump(config))
    command = [Path(sys.executable).with_name("jupyter-book"), "build", tmp_path, "-W", "-n", "-q"]
    with (tmp_path / "log").open("w") as log:
        options = {"stdout": log, "stderr": subprocess.STDOUT, "env": {**os.environ, **RUNNER}}
        built = subprocess.run(command, cwd=tmp_path, **options)
    assert built.returncode == 0, (tmp_path / "log").read_text()
    html = tmp_path / "_build" / "html"
    home, fork = "https://some-one.github.io/heads/", "https://github.com/Some-One/heads"
    sentences = set()
    for name in PAGES:
        page = BeautifulSoup((html / "book" / f"{name}.html").read_text(), "html.parser")
        links = {link["href"] for link in page.select("header a[href], .bd-header-article a[href]")}
        assert {fork, f"{home}{archive.NAME}.zip"} <= links
        assert any(link.startswith(f"{fork}/blob/main/book/{name}.") for link in links)
        assert (f"{colab(fork)}/{name}.ipynb" in links) == (name in CHAPTERS)
        meta = {tag.get("property") or tag.get("name"): tag["content"] for tag in page("meta")[2:]}
        assert meta["og:url"] == page.select_one("link[rel=canonical]")["href"]
        assert meta["og:url"] == f"{home}book/{name}.html"
        assert (html / meta["og:image"].removeprefix(home)).is_file()
        assert len(meta["og:image:alt"]) > 60
        assert meta["og:title"] == page.h1.find(string=True).strip()
        assert meta["description"] == meta["og:description"]
        sentences.add(meta["description"])
    assert len(sentences) == len(PAGES)


def colab(repository):
    path = repository.removeprefix("https://github.com")
    return f"https://colab.research.google.com/github{path}/blob/main/book"


def test_the_citation_agrees_with_the_book_and_the_library():
    text = (ROOT / "CITATION.cff").read_text()
    citation = yaml.safe_load(text)
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == config["title"]
    assert [author["name"] for author in citation["authors"]] == [config["author"]]
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert text == stamp.stamped_citation(text, stamp.public_address())


def test_a_stamp_reaches_the_citation_once():
    text = (ROOT / "CITATION.cff").read_text()
    first = stamp.stamped_citation(text, "https://github.com/a/b")
    second = stamp.stamped_citation(first, "https://github.com/c/d")
    assert yaml.safe_load(second)["repository-code"] == "https://github.com/c/d"
    assert stamp.stamped_citation(second, "") == stamp.stamped_citation(text, "")


def test_the_archive_holds_the_whole_site(tmp_path):
    site = tmp_path / "html"
    (site / "book").mkdir(parents=True)
    (site / "index.html").write_text("front")
    (site / "book" / "a.html").write_text("a")

    class App:
        outdir = site

    archive.pack(App, ValueError())
    assert not list(tmp_path.glob("*.zip"))  # a build that failed leaves none
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

    def test_only_what_publishes_may_write(self):
        assert WORKFLOW["permissions"] == {"contents": "read"}
        allowed = {
            name: job["permissions"] for name, job in self.jobs.items() if "permissions" in job
        }
        assert allowed == {"publish": {"pages": "write", "id-token": "write"}}

    def test_what_is_published_was_tested_and_is_main(self):
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
