"""Puts a sandbox together: a data directory, a world if it is new, the service, its deliveries and its life."""

from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI

from bunkerdesk.sandbox import deliveries, endpoints, webhooks
from bunkerdesk.sandbox.addresses import Resolve, resolve
from bunkerdesk.sandbox.application import make_application
from bunkerdesk.sandbox.clock import Clock, SandboxTime, WallClock
from bunkerdesk.sandbox.directory import Directory
from bunkerdesk.sandbox.life import Life, resumed_time
from bunkerdesk.sandbox.seeding import seed
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.stage import Builder, Paper, Starter
from bunkerdesk.sandbox.store import Store
from bunkerdesk.sandbox.tokens import Tokens


@dataclass(frozen=True)
class Cast:
    """Who invents the world, draws its paper and begins its later operations."""

    build: Builder
    paper: Paper
    begin: Starter | None = None


@dataclass(frozen=True)
class Outside:
    """What lies outside the sandbox: time, the way to subscribers, the names of the internet."""

    clock: Clock = field(default_factory=WallClock)
    transport: deliveries.Transport = deliveries.send
    look_up: Resolve = resolve


def demo_cast() -> Cast:
    """The demo world; loaded only when a sandbox starts."""
    from bunkerdesk.sandbox import paper, world

    return Cast(world.build, paper, getattr(world, "begin", None))


class Sandbox:
    """One sandbox, open on its data directory until it is closed. Raises `StoreProblem` when it cannot be opened."""

    def __init__(
        self,
        base_url: str,
        data_dir: Path | None = None,
        *,
        scale: int | None = None,
        cast: Cast | None = None,
        outside: Outside | None = None,
    ) -> None:
        cast, outside = cast or demo_cast(), outside or Outside()
        clock = outside.clock
        self.base_url = base_url
        self.store = Store(data_dir)
        if self.store.setting("seeded") is None:
            seed(self.store, cast.build(clock.now(), scale), clock.now())
        self.service = Service(
            self.store, Directory(self.store), clock, Tokens(self.store, clock), cast.paper, outside.look_up
        )
        self._deliveries = deliveries.Deliveries(self.store, clock, base_url, outside.transport, outside.look_up)
        self.service.publish = self._deliveries.publish
        self.time = SandboxTime(clock, resumed_time(self.service))
        self.life = Life(self.service, self.time, cast.begin) if cast.begin else Life(self.service, self.time)
        self.app: FastAPI = make_application(self.service, base_url)

    def lines(self) -> dict[str, str]:
        """What a start tells: address, credentials, paths the specification does not show, example references."""
        settings = self.store.settings()
        told = {"base_url": self.base_url}
        for role, suffix in (("supplier", ""), ("receiver", ".receiver"), ("operator", ".operator")):
            if f"client.{role}.id" in settings:
                told[f"client_id{suffix}"] = settings[f"client.{role}.id"]
                told[f"client_secret{suffix}"] = settings[f"client.{role}.secret"]
        told["path.webhooks"] = webhooks.PATH
        told["path.operation_standards"] = endpoints.OPERATION_STANDARDS
        told["path.contracts"] = endpoints.CONTRACTS
        told.update({name: value for name, value in sorted(settings.items()) if name.startswith("example.")})
        return told

    def references(self) -> list[str]:
        """What the supplier client can access; a service lists no references, a person brings them along."""
        number = self.store.setting("client.supplier.company") or ""
        return self.store.references(number)

    def close(self) -> None:
        self._deliveries.close()
        self.store.close()
