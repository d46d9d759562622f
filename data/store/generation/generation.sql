-- A generation: all that is published, and nothing that differs between two files of equal content. Neither its number
-- nor its time is inside. Every table is keyed by content, never by order of insertion, so that VACUUM INTO writes equal
-- rows to equal bytes. A change of a table raises GENERATION_SCHEMA (current.ts).
--
-- JSON is canonical (data/store/files/canonical-json.ts). `sum` is data/store/files/row-digest.ts over the columns before it.

-- What lists, filters and medians need of every product, without reading the large rows.
CREATE TABLE products (
  slug TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT NOT NULL,
  vendor TEXT NOT NULL,
  aliases TEXT NOT NULL,
  retired INTEGER NOT NULL,
  starting_amount TEXT,
  starting_billing TEXT,
  starting_unit TEXT,
  currency TEXT,
  price_state TEXT,
  free_tier INTEGER,
  has TEXT NOT NULL,
  starting_dataset TEXT,
  year_change TEXT,
  datasets TEXT,
  verification TEXT,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX products_by_category ON products (category, slug);

-- A product whole; the columns in the order in which they are most asked for. Its snapshots, evidence and
-- research are zstd of JSON.
CREATE TABLE records (
  slug TEXT PRIMARY KEY,
  record BLOB,
  product BLOB NOT NULL,
  snapshots BLOB NOT NULL,
  evidence BLOB NOT NULL,
  research BLOB,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE aliases (
  alias TEXT PRIMARY KEY,
  slug TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_by_slug ON aliases (slug);

-- Which products an evidence is of: two may be sold on one page, and cite the same words.
CREATE TABLE evidence (
  id TEXT NOT NULL,
  slug TEXT NOT NULL,
  PRIMARY KEY (id, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_slug ON evidence (slug);

-- What a product is called elsewhere, by key (data/identity/identifiers.ts); the body is JSON.
CREATE TABLE identifiers (
  id TEXT NOT NULL,
  slug TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (id, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifiers_by_slug ON identifiers (slug);

CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  type TEXT NOT NULL,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT;
CREATE INDEX changes_by_slug ON changes (slug, seq);
CREATE INDEX changes_by_type ON changes (type, seq);
-- Most events of a large catalogue are additions of products.
CREATE INDEX price_changes ON changes (seq) WHERE type NOT IN ('product_added','product_retired');

CREATE TABLE categories (
  id TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What a description of a product's API states (data/api-reference.ts): zstd of JSON; no row where none is known.
CREATE TABLE apis (
  slug TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How a product's confidence fared against what came (data/reliability.ts, tallies); no row where it was never judged.
CREATE TABLE forecasts (
  slug TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Figures about the whole, by name.
CREATE TABLE quality (
  id TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The amounts of a product over time, for the price index (data/price-index/price-lines.ts): zstd of JSON.
CREATE TABLE price_lines (
  slug TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The price index by basis and category, as in "plans" and "plans/crm" (data/price-index/price-index.ts): zstd of JSON.
CREATE TABLE indices (
  id TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  sum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What the staging database reflects. Emptied in every generation made from it.
CREATE TABLE staging (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  entries INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  chain TEXT NOT NULL,
  catalogue TEXT NOT NULL,
  generation INTEGER NOT NULL
) STRICT;
