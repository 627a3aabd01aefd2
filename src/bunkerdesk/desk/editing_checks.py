"""The checks before sending, with what this desk knows of the other nominations around (N07-N09, N13)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

from bunkerdesk.cache import WORKLIST, Near, Store
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.desk.comparing import three_way
from bunkerdesk.desk.editing_bodies import checkable, rule_path, upsert_body
from bunkerdesk.desk.editing_paths import path_text
from bunkerdesk.desk.editing_session import EditSession, status_of
from bunkerdesk.desk.lines import also_known, microseconds, reference_in, storable, storable_number
from bunkerdesk.desk.record import Record
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.neighbours import Neighbour, Neighbours
from bunkerdesk.rules.nomination_checks import Circumstances
from bunkerdesk.rules.nomination_checks import check as check_rules
from bunkerdesk.rules.ports import shipped

SPAN = timedelta(days=14)
"""How far around its time others are looked at; a bunkering with its buffer ends within."""
MOST = 200
OUTDATED = "N13"


class Checks:
    """All findings of an edit. A few indexed reads each time; for any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def findings(self, session: EditSession) -> list[Finding]:
        """What speaks against sending an edit as it is, by what is known here."""
        body = checkable(session.kind, session.document)
        zone = shipped().zone(body.delivery.bunkering_location_code) if body.delivery else None
        return self.check(session, body, Circumstances(sent_as=session.kind.sent_as, zone=zone))

    def check(self, session: EditSession, body: NominationBody, around: Circumstances) -> list[Finding]:
        """The rules applied in given circumstances, which get the neighbours of this desk."""
        neighbours = self.neighbours(session, body)
        found = check_rules(body, replace(around, key=None, neighbours=neighbours, is_new=session.is_new))
        return [*found, *self._outdated(session)]

    def _outdated(self, session: EditSession) -> Iterator[Finding]:
        """N13: nobody makes an old version of a draft firm unseen."""
        if session.taken_over is None or session.base is not None:
            return
        draft = next((record for record in self.own(session) if record.kind == "draft"), None)
        if draft is None:
            return
        base, theirs = (upsert_body(answer, session.kind) for answer in (session.taken_over, draft.answer))
        differences = three_way(base, session.document, theirs, session.kind)
        said = [(one.words, path_text(one.steps)) for one in differences if not one.is_settled]
        if status_of(session.taken_over) != status_of(draft.answer):
            said.append(("Status", ""))
        if said:
            names = dict.fromkeys(words for words, _ in said)
            sentence = f"Draft {draft.reference} has changed since this was made from it: {', '.join(names)}"
            places = tuple(rule_path(session.kind, path) for _, path in said if path)
            yield Finding(OUTDATED, Severity.WARNING, sentence, (), places, "what is known here of the draft")

    def neighbours(self, session: EditSession, body: NominationBody) -> Neighbours:
        """Drafts and nominations under the same reference, of the same vessel or asset; never the edited one."""
        records = {record.id: record for record in self._near(body)}
        for stored in self._store.records(storable(session.reference)) if session.reference else ():
            if stored.kind != "operation":
                records[stored.id] = Record.of(stored)
        own = {stored.id for stored in self.own(session)}
        return Neighbours(
            Neighbour(record.id, record.reference, record.resource)
            for record in records.values()
            if record.id not in own and isinstance(record.resource, NominationBody)
        )

    def own(self, session: EditSession) -> Iterable[Record]:
        """The record that is edited, and the draft that a new nomination is made from."""
        base = session.base or {}
        given = reference_in(base)
        for reference, kind, place in (
            (given, session.kind.record_kind, session.place),
            (session.promoted_from, "draft", session.promoted_place),
        ):
            stored = self._store.record_at(kind, storable(reference), place) if reference else None
            if stored is not None:
                yield Record.of(stored)

    def _near(self, body: NominationBody) -> Iterable[Record]:
        begin = body.delivery.estimated_time_of_bunkering if body.delivery else None
        if begin is None or begin.tzinfo is None:
            return
        from bunkerdesk.rules.schedule import asset_keys

        vessel = body.receiver.vessel_identifier if body.receiver else None
        assets = asset_keys(body.supplier.asset_identifier) if body.supplier else ()
        name = (body.receiver.vessel_name or "") if body.receiver else ""
        since, until = microseconds(begin - SPAN), microseconds(begin + SPAN)
        also = also_known(body) | {f"asset {key}" for key in assets}  # what is first here may stand beside there
        wanted = Near(storable_number(vessel.imo) if vessel else None, storable(name), assets, also)
        for number in self._store.listing(WORKLIST, lambda listing: listing.near(wanted, since, until, MOST)):
            stored = self._store.record(number)
            if stored is not None:
                yield Record.of(stored)
