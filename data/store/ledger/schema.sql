-- The ledger, version 1. Facts are only ever added: the triggers below refuse the rest.
--
-- `entries` is the journal: one row for each observation, or for what the catalogue says of a product. The rows of the
-- other tables of facts hang on an entry, are written in its transaction, and are covered by its hash.

CREATE TABLE entries (
  seq INTEGER PRIMARY KEY,
  -- The observation's id, so that a job delivered twice is one row.
  id TEXT NOT NULL UNIQUE,
  -- page, unchanged, failure; rereading; decision; product for what the catalogue says
  kind TEXT NOT NULL,
  slug TEXT NOT NULL,
  source TEXT,
  observed_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  outcome TEXT,
  -- JSON of the observation without its reading, and of the verdict
  observation TEXT,
  verdict TEXT,
  -- zstd of the reading's JSON
  reading BLOB,
  chain BLOB NOT NULL
) STRICT;
CREATE INDEX entries_by_slug ON entries (slug, seq);
CREATE INDEX entries_rereadings ON entries (slug, seq) WHERE kind = 'rereading';
CREATE INDEX entries_decisions ON entries (slug, seq) WHERE kind = 'decision';
CREATE INDEX entries_confirming ON entries (slug, observed_at) WHERE outcome IN ('confirmed', 'changed');
CREATE INDEX entries_confirmations ON entries (observed_at, slug)
  WHERE outcome IN ('confirmed', 'changed') AND kind IN ('page', 'unchanged');

-- What a source states from this entry on: zstd of the statement's JSON, as are all bodies below but a change's.
CREATE TABLE statements (
  entry INTEGER PRIMARY KEY REFERENCES entries (seq),
  body BLOB NOT NULL
) STRICT;

-- A reading that contradicted the statement and was not taken.
CREATE TABLE candidates (
  entry INTEGER PRIMARY KEY REFERENCES entries (seq),
  body BLOB NOT NULL
) STRICT;

-- What a product's sources, or a public dataset, state together from `valid_from` on. Its end is never written: it is
-- where the next one begins.
CREATE TABLE snapshots (
  seq INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES entries (seq),
  slug TEXT NOT NULL,
  origin TEXT NOT NULL,
  -- Of an imported one: its name, without file and version
  dataset TEXT,
  valid_from TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  -- Of an imported one, SHA-256 of what was imported, so that the same is not recorded again
  sum TEXT,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX snapshots_by_slug ON snapshots (slug, valid_from, seq);
CREATE INDEX snapshots_imported ON snapshots (slug, dataset, valid_from, seq) WHERE origin = 'imported';

CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  entry INTEGER NOT NULL REFERENCES entries (seq),
  slug TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_slug ON changes (slug, seq);
CREATE INDEX changes_announced ON changes (slug, seq) WHERE type IN ('announced', 'announcement_retracted');

-- Where each source stands: an index over `entries`, kept in the same transaction and equal at any time to the fold
-- of data/store/ledger/source-state.ts over them. Not a fact, hence it may be updated, as `readers` may and no other table.
CREATE TABLE sources (
  slug TEXT NOT NULL,
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  failure TEXT,
  failures_in_a_row INTEGER NOT NULL,
  refusals_in_a_row INTEGER NOT NULL,
  unsupported_in_a_row INTEGER NOT NULL,
  not_before TEXT,
  needs_browser INTEGER NOT NULL,
  disputed INTEGER NOT NULL,
  page_sha256 TEXT,
  page_etag TEXT,
  page_last_modified TEXT,
  -- Entries: the last that set the statement, that confirmed it, and whose page supports it
  statement_entry INTEGER,
  confirming_entry INTEGER,
  supporting_entry INTEGER,
  -- Since when the statement holds, the hash of the page that supports it, and when it was last confirmed
  statement_at TEXT,
  supporting_sha256 TEXT,
  confirmed_at TEXT,
  -- The reading that waits: the entry that had it last, the last of them that brought a page, and how often it was seen
  candidate_entry INTEGER,
  candidate_page_entry INTEGER,
  candidate_page_sha256 TEXT,
  candidate_key TEXT,
  candidate_seen INTEGER NOT NULL,
  candidate_first_seen_at TEXT,
  candidate_last_seen_at TEXT,
  -- Keys of prices that persons have ruled out, separated by spaces, and the last entry that says so
  rejected_key TEXT,
  rejection_entry INTEGER,
  PRIMARY KEY (slug, source)
) STRICT, WITHOUT ROWID;

-- On which sources a reader ever found prices: when last, under which version of the readers; since when none. An index
-- over the entries' readings (data/store/ledger/reader-rows.ts).
CREATE TABLE readers (
  slug TEXT NOT NULL,
  source TEXT NOT NULL,
  reader TEXT NOT NULL,
  found_at TEXT NOT NULL,
  found_version TEXT NOT NULL,
  empty_at TEXT,
  empty_version TEXT,
  PRIMARY KEY (slug, source, reader)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_without_gaps BEFORE INSERT ON entries
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: entries are numbered without gaps'); END;
CREATE TRIGGER snapshots_without_gaps BEFORE INSERT ON snapshots
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM snapshots)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: snapshots are numbered without gaps'); END;
CREATE TRIGGER changes_without_gaps BEFORE INSERT ON changes
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM changes)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: changes are numbered without gaps'); END;

CREATE TRIGGER entries_never_updated BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER entries_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER statements_never_updated BEFORE UPDATE ON statements
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER statements_never_deleted BEFORE DELETE ON statements
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER candidates_never_updated BEFORE UPDATE ON candidates
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER candidates_never_deleted BEFORE DELETE ON candidates
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER snapshots_never_updated BEFORE UPDATE ON snapshots
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER snapshots_never_deleted BEFORE DELETE ON snapshots
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER changes_never_updated BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER changes_never_deleted BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
