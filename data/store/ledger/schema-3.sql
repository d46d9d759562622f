-- The ledger, version 3: prices of several markets. `market` is of a snapshot of our own, and null for the default market.
-- A link of the chain covers it where it is not null (data/store/ledger/hash-chain.ts).
ALTER TABLE snapshots ADD COLUMN market TEXT;
