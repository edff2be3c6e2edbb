"""Lighthouse's marks for the main pages. Called by `make lighthouse`; needs node and npm.

A pinned Lighthouse is fetched into a folder that is thrown away; it looks at a server of its own.
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from scripts.screenshots import example, log_in, phone_page
from scripts.server import chromium, demo_club, demo_server
from tests.browser.driver import Person
from tests.conftest import FLAGS

ROOT = Path(__file__).resolve().parent.parent

LIGHTHOUSE = "lighthouse@12.8.2"
AIMS = {"performance": 95, "accessibility": 100, "best-practices": 100}


def pages_of(address: str, account: tuple[str, str]) -> tuple[dict[str, str], str]:
    """The addresses of the main pages, and the cookies of a phone that may open them: of a game
    that is finished, of one that is being entered, and of a club."""
    with phone_page(address) as page:
        log_in(page, account)
        standings = page.url
        person, sheet = Person(page), example("points-platter")
        page.goto("/")
        person.play(sheet)
        finished = page.url.removesuffix("result/")
        person.start(sheet)
        person.enter_tableau(sheet["rounds"][0]["tableaus"][sheet["players"][0]])
        pages = {
            "start": f"{address}/",
            "entry": page.url,
            "round": f"{finished}r/1/",
            "result": f"{finished}result/",
            "standings": standings,
            "records": f"{standings}records/",
        }
        page.goto(f"{standings}nights/")
        page.locator(".night-list a").first.tap()
        page.get_by_role("heading", name="Through the night").wait_for()
        cookies = page.context.cookies()
        return pages | {"night": page.url}, "; ".join(f"{c['name']}={c['value']}" for c in cookies)


def marks(folder: str, url: str, cookies: str) -> dict[str, int]:
    """Lighthouse's marks for one page, from 0 to 100; names what cost marks."""
    flags = " ".join(["--headless=new", "--no-sandbox", *FLAGS])
    command = [
        f"{folder}/node_modules/.bin/lighthouse",
        url,
        "--quiet",
        "--output=json",
        "--output-path=stdout",
        f"--only-categories={','.join(AIMS)}",
        f"--chrome-flags={flags}",
        f"--extra-headers={json.dumps({'Cookie': cookies})}",
    ]
    answer = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": chromium()}, capture_output=True, check=True
    )
    report = json.loads(answer.stdout)
    for category in report["categories"].values():
        for audit in category["auditRefs"]:
            result = report["audits"][audit["id"]]
            if audit["weight"] and result["score"] is not None and result["score"] < 0.9:
                print(f"    {result['id']}: {result.get('displayValue', '')}")
                for item in result.get("details", {}).get("items", [])[:5]:
                    if "node" in item:
                        print(f"        {item['node']['snippet']}")
    return {name: round(c["score"] * 100) for name, c in report["categories"].items()}


def main() -> None:
    """Prints a line a page, with the aims."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as data,
        demo_server(data) as address,
    ):
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", LIGHTHOUSE]
        subprocess.run(npm, cwd=folder, check=True)
        pages, cookies = pages_of(address, demo_club(data))
        for name, url in pages.items():
            got = marks(folder, url, cookies)
            words = ", ".join(f"{n} {got[n]} (aim {aim})" for n, aim in AIMS.items())
            print(f"{name}: {words}", flush=True)


if __name__ == "__main__":
    main()
