"""The tables, as numbered migration steps: what was seen can be fetched again, what was typed cannot.

Known references stand in both files: the service has no list of them, so they must outlive a rebuild.

Moments are whole microseconds since 1970-01-01 UTC. A step that has shipped is never changed; a new one follows it.
"""

from bunkerdesk.cache import document_list
from bunkerdesk.cache.database import Step, script

LAST = 1 << 62
"""Sort key of a moment nobody has given yet: behind all others."""

_RECORDS = """
CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    place INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    gone_at INTEGER,
    departures TEXT NOT NULL,
    UNIQUE (kind, reference, place)
);
CREATE INDEX record_reference ON record (reference);
CREATE TABLE body (record INTEGER PRIMARY KEY REFERENCES record ON DELETE CASCADE, raw BLOB NOT NULL);
CREATE TABLE document (
    record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
    document_id TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    content_type TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    PRIMARY KEY (record, document_id)
) WITHOUT ROWID;
CREATE TABLE reference_data (kind TEXT PRIMARY KEY, raw BLOB NOT NULL, seen_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE known_reference (reference TEXT PRIMARY KEY, how TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE visit (
    reference TEXT NOT NULL,
    kind TEXT NOT NULL,
    misses INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    PRIMARY KEY (reference, kind)
) WITHOUT ROWID;
CREATE TABLE ship (imo INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE sync_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
"""

_LISTS = """
CREATE TABLE worklist (
    id INTEGER PRIMARY KEY REFERENCES record ON DELETE CASCADE,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL COLLATE NOCASE,
    status TEXT NOT NULL,
    vessel TEXT NOT NULL COLLATE NOCASE,
    imo INTEGER,
    port_code TEXT NOT NULL,
    port_name TEXT NOT NULL COLLATE NOCASE,
    bunkering TEXT,
    duration_minutes INTEGER,
    fuels TEXT NOT NULL,
    quantity TEXT NOT NULL,
    supplier TEXT NOT NULL COLLATE NOCASE,
    receiver TEXT NOT NULL COLLATE NOCASE,
    asset TEXT NOT NULL COLLATE NOCASE,
    asset_imo INTEGER,
    has_problem INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    amount REAL NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX worklist_moment ON worklist (moment);
CREATE INDEX worklist_kind ON worklist (kind);
CREATE INDEX worklist_reference ON worklist (reference);
CREATE INDEX worklist_status ON worklist (status);
CREATE INDEX worklist_vessel ON worklist (vessel);
CREATE INDEX worklist_imo ON worklist (imo);
CREATE INDEX worklist_asset_imo ON worklist (asset_imo);
CREATE INDEX worklist_port_name ON worklist (port_name);
CREATE INDEX worklist_port_code ON worklist (port_code, port_name);
CREATE INDEX worklist_duration ON worklist (duration_minutes);
CREATE INDEX worklist_fuels ON worklist (fuels);
CREATE INDEX worklist_amount ON worklist (amount);
CREATE INDEX worklist_supplier ON worklist (supplier);
CREATE INDEX worklist_receiver ON worklist (receiver);
CREATE INDEX worklist_asset ON worklist (asset);
CREATE TABLE worklist_fuel (
    fuel TEXT NOT NULL,
    id INTEGER NOT NULL REFERENCES worklist ON DELETE CASCADE,
    PRIMARY KEY (fuel, id)
) WITHOUT ROWID;
CREATE INDEX worklist_fuel_id ON worklist_fuel (id);
CREATE TABLE operation_list (
    id INTEGER PRIMARY KEY REFERENCES record ON DELETE CASCADE,
    reference TEXT NOT NULL COLLATE NOCASE,
    status TEXT NOT NULL,
    vessel TEXT NOT NULL COLLATE NOCASE,
    port_code TEXT NOT NULL,
    port_name TEXT NOT NULL COLLATE NOCASE,
    started TEXT,
    ended TEXT,
    fuels TEXT NOT NULL,
    delivered TEXT NOT NULL,
    supplier TEXT NOT NULL COLLATE NOCASE,
    asset TEXT NOT NULL COLLATE NOCASE,
    receiver TEXT NOT NULL COLLATE NOCASE,
    notes INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    has_problem INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    moment_end INTEGER NOT NULL,
    amount REAL NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX operation_list_moment ON operation_list (moment);
CREATE INDEX operation_list_moment_end ON operation_list (moment_end);
CREATE INDEX operation_list_reference ON operation_list (reference);
CREATE INDEX operation_list_status ON operation_list (status);
CREATE INDEX operation_list_vessel ON operation_list (vessel);
CREATE INDEX operation_list_port_name ON operation_list (port_name);
CREATE INDEX operation_list_port_code ON operation_list (port_code, port_name);
CREATE INDEX operation_list_fuels ON operation_list (fuels);
CREATE INDEX operation_list_amount ON operation_list (amount);
CREATE INDEX operation_list_supplier ON operation_list (supplier);
CREATE INDEX operation_list_receiver ON operation_list (receiver);
CREATE INDEX operation_list_asset ON operation_list (asset);
CREATE INDEX operation_list_notes ON operation_list (notes);
CREATE INDEX operation_list_documents ON operation_list (documents);
CREATE TABLE operation_list_fuel (
    fuel TEXT NOT NULL,
    id INTEGER NOT NULL REFERENCES operation_list ON DELETE CASCADE,
    PRIMARY KEY (fuel, id)
) WITHOUT ROWID;
CREATE INDEX operation_list_fuel_id ON operation_list_fuel (id)
"""

_UNSENT = """
CREATE TABLE editing (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    document BLOB NOT NULL,
    meta BLOB NOT NULL,
    changed_at INTEGER NOT NULL
);
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    body BLOB NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    last_problem TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX outbox_reference ON outbox (reference, sequence);
CREATE TABLE known_reference (reference TEXT NOT NULL UNIQUE, how TEXT NOT NULL, at INTEGER NOT NULL)
"""

_REVIEWS = """
CREATE TABLE review (key TEXT NOT NULL UNIQUE, content BLOB NOT NULL, changed_at INTEGER NOT NULL);
CREATE TABLE desk_rule (name TEXT NOT NULL UNIQUE, content BLOB NOT NULL, changed_at INTEGER NOT NULL)
"""
# A review is worked on for days and then stands for what was signed: it belongs to what was typed.

_SCHEDULE = """
ALTER TABLE worklist ADD COLUMN asset_key TEXT NOT NULL DEFAULT '';
ALTER TABLE worklist ADD COLUMN starts_at INTEGER;
ALTER TABLE worklist ADD COLUMN ends_at INTEGER;
ALTER TABLE worklist ADD COLUMN free_at INTEGER;
ALTER TABLE worklist ADD COLUMN laycan_from INTEGER;
ALTER TABLE worklist ADD COLUMN laycan_to INTEGER;
CREATE INDEX worklist_asset_key ON worklist (asset_key, starts_at)
"""

_ALSO = """
CREATE TABLE worklist_also (
    key TEXT NOT NULL,
    id INTEGER NOT NULL REFERENCES worklist ON DELETE CASCADE,
    PRIMARY KEY (key, id)
) WITHOUT ROWID;
CREATE INDEX worklist_also_id ON worklist_also (id)
"""

_CHANGE_LOG = """
CREATE TABLE change_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    reference TEXT NOT NULL,
    place INTEGER NOT NULL,
    path TEXT NOT NULL,
    before BLOB NOT NULL,
    after BLOB NOT NULL,
    weight INTEGER NOT NULL,
    vessel TEXT NOT NULL,
    port_code TEXT NOT NULL,
    port_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    acknowledged_at INTEGER NOT NULL
);
CREATE INDEX change_log_record ON change_log (kind, reference, place, path);
CREATE INDEX change_log_open ON change_log (acknowledged_at, at);
CREATE TABLE watched (reference TEXT NOT NULL UNIQUE, at INTEGER NOT NULL)
"""

_DOWNLOADS = """
CREATE TABLE download (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folder TEXT NOT NULL,
    options BLOB NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE TABLE download_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    download INTEGER NOT NULL,
    content BLOB NOT NULL,
    state TEXT NOT NULL,
    file TEXT NOT NULL,
    problem TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL
);
CREATE INDEX download_item_download ON download_item (download, id)
"""

_OUTGOING = """
ALTER TABLE outbox ADD COLUMN meta BLOB NOT NULL DEFAULT '{}';
CREATE TABLE template (
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    document BLOB NOT NULL,
    changed_at INTEGER NOT NULL
)
"""

SEEN: tuple[Step, ...] = (script(_RECORDS + ";" + _LISTS), script(_SCHEDULE), document_list.make_table, script(_ALSO))
UNSENT: tuple[Step, ...] = (
    script(_UNSENT),
    script(_REVIEWS),
    script(_CHANGE_LOG),
    script(_DOWNLOADS),
    script(_OUTGOING),
)
UNSENT_TABLES = (
    "editing",
    "outbox",
    "known_reference",
    "review",
    "desk_rule",
    "change_log",
    "watched",
    "download",
    "download_item",
    "template",
)
