"""`bunkerdesk tour` on a service that is not its own: a process of its own over real HTTP."""

import asyncio
import json
import os
import sys
from pathlib import Path

from tests.api.server import ScriptedServer, as_json

from bunkerdesk.app.tour import chosen_stops

DRAFT = {"clientReference": "D-1", "status": "in_progress", "delivery": {"bunkeringLocationCode": "SGSIN"}}


async def test_on_a_service_that_is_not_its_own_the_tour_writes_nothing(tmp_path: Path) -> None:
    """Views without anything to show there are named and left out; that is no failure."""
    async with ScriptedServer() as server:
        server.on("GET", "/v1/nominations/drafts", as_json({"data": [DRAFT], "pagination": {"hasMore": False}}))
        words = ["tour", "--base-url", server.base_url, "--client-id", "desk", "--data-dir", str(tmp_path / "data")]
        tour = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bunkerdesk", *words, "--out", str(tmp_path / "out")),
            env={**os.environ, "BUNKERDESK_CLIENT_SECRET": "s3cret", "QT_QPA_PLATFORM": "offscreen"},
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await tour.communicate()
        assert tour.returncode == 0, said.decode()
        assert "import-refused is left out: nothing is sent" in said.decode()
        assert {(seen.method, seen.path) for seen in server.seen if seen.method != "GET"} == {("POST", "/oauth/token")}
    pictures = json.loads((tmp_path / "out" / "tour.json").read_text())
    assert {"nominations", "operations", "activity"} <= {picture["view"] for picture in pictures}
    assert all((tmp_path / "out" / picture["file"]).stat().st_size for picture in pictures)


def test_stops_can_be_chosen_by_name_and_pattern() -> None:
    """One view, or all that begin alike; nothing chosen is everything."""
    assert [stop.view for stop in chosen_stops(["review-gas", "schedule-*"])] == [
        "schedule-week",
        "schedule-day-clash-drag",
        "schedule-dense",
        "schedule-port-clock-narrow",
        "schedule-no-match",
        "review-gas",
    ]
    assert len(chosen_stops(())) > 70
