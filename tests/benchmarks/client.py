"""How much the client costs over bare HTTP calls: `python -m tests.benchmarks.client`.

A server in its own process answers with one realistic nomination. Bare calls and whole reads (token, limits,
validation) take turns on one qasync loop with the same concurrency; the ratio of their rates is what counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

NOMINATION = {
    "clientReference": "BD/2026-0417 A",
    "status": "supplier_assigned",
    "delivery": {
        "operationStandardCode": "SG_TR48",
        "bunkeringLocationCode": "NLRTM",
        "bunkeringLocationName": "Rotterdam",
        "portBunkeringLocationCode": "NLRTM-MV2",
        "bunkeringLocationDetails": "Maasvlakte, berth 4, port side",
        "deliveryMethod": "vessel",
        "berthTime": "2026-11-21T06:30:00+01:00",
        "pilotTime": "2026-11-21T04:00:00+01:00",
        "estimatedTimeOfBunkering": "2026-11-21T09:00:00+01:00",
        "laycanStart": "2026-11-21T09:00:00+01:00",
        "laycanEnd": "2026-11-22T09:00:00+01:00",
        "estimatedTimeOfCompletion": "2026-11-21T14:00:00+01:00",
        "estimatedBunkeringDurationInMinutes": 300,
        "supplierAssetBufferTimeInMinutes": 30,
        "contractReference": "C-2026-11",
        "gasUpRequired": False,
        "coolDownRequired": False,
        "transactionType": "transfer",
        "transactionDirection": "out",
        "isBestEndeavourBasis": False,
    },
    "supplier": {
        "companyIdentifier": "NORDIC-BUNKERS",
        "assetIdentifier": {"vessel": {"imo": 9074729, "mmsi": 244660000, "externalId": "barge-7"}},
        "companyEntityReference": "NB-RTM",
        "orderReference": "SO-4711",
        "internalReference": "desk 2",
        "internalInstructions": "Call the terminal an hour before.",
        "priceType": "floating",
    },
    "receiver": {
        "companyIdentifier": "OCEAN-LINES",
        "orderReference": "PO-88213",
        "vesselIdentifier": {"imo": 9321483, "mmsi": 219018271, "externalId": "OL-12"},
        "estimatedTimeOfArrival": "2026-11-21T05:00:00+01:00",
        "estimatedTimeOfDeparture": "2026-11-22T18:00:00+01:00",
        "lastPortCode": "DEHAM",
        "nextPortCode": "USNYC",
        "nextDestination": "international",
        "contactName": "M. Visser",
    },
    "fuelSpecifications": [
        {
            "fuelType": "VLSFO",
            "grade": "rmg",
            "brand": "VLSFO 0.50",
            "quantityRange": {"minQuantity": 780.5, "maxQuantity": 820.25, "unit": "metric_tonnes"},
        },
        {
            "fuelType": "LSMGO",
            "grade": "dma",
            "quantityRange": {"minQuantity": 100, "maxQuantity": 120, "unit": "metric_tonnes"},
        },
    ],
    "stakeholders": [{"type": "surveyor", "companyIdentifier": "SURVEY-NL", "userEmail": "s@survey.example"}],
}
BODY = json.dumps(NOMINATION).encode()
TOKEN = json.dumps({"access_token": "t" * 600, "token_type": "Bearer", "expires_in": 3600}).encode()


async def application(scope, receive, send) -> None:
    """The raw server: a token for every POST, the nomination for everything else."""
    assert scope["type"] == "http"
    body = TOKEN if scope["method"] == "POST" else BODY
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def serve() -> None:
    """Serve on a port of the system's choice and print it."""
    import uvicorn

    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(application, http="h11", ws="none", lifespan="off", log_level="error", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


async def rate(call: Callable[[], Awaitable[object]], count: int, at_once: int) -> float:
    """Calls a second, with so many in flight."""
    left = iter(range(count))

    async def work() -> None:
        for _ in left:
            await call()

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(at_once)))
    return count / (time.perf_counter() - start)


async def measure(port: int, rounds: int, count: int, at_once: int) -> None:
    """Bare calls and reads in turn, round by round; prints each rate and the median ratio."""
    import httpx

    from bunkerdesk.api import BunkerService, Credentials

    base = f"http://127.0.0.1:{port}"
    reference = str(NOMINATION["clientReference"])
    url = f"{base}/v1/nominations/BD%2F2026-0417%20A"
    headers = {"Authorization": "Bearer " + "t" * 600}
    ratios: list[float] = []
    async with (
        httpx.AsyncClient(headers=headers, trust_env=False) as bare,
        BunkerService(base, Credentials("desk", "secret")) as service,
    ):
        await rate(lambda: bare.get(url), at_once * 4, at_once)
        await rate(lambda: service.nominations.read(reference), at_once * 4, at_once)
        for number in range(rounds):
            plain = await rate(lambda: bare.get(url), count, at_once)
            whole = await rate(lambda: service.nominations.read(reference), count, at_once)
            ratios.append(whole / plain)
            print(f"round {number + 1}: bare {plain:.0f}/s, reads {whole:.0f}/s, ratio {whole / plain:.2f}")
    print(f"client.ratio: {statistics.median(ratios):.2f} (goal 0.80, {at_once} at once, {len(BODY)} bytes)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--at-once", type=int, default=16)
    chosen = parser.parse_args()
    if chosen.serve:
        serve()
        return
    import qasync
    from PySide6.QtWidgets import QApplication

    application_ = QApplication([])
    server = subprocess.Popen([sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application_)) as runner:
            runner.run(measure(port, chosen.rounds, chosen.count, chosen.at_once))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
