-- The ledger, version 2: what people had done is found without reading the rest. Entries of kind `action` are
-- data/pipeline/operator-action.ts; their JSON is in `observation`, and they have no verdict.
CREATE INDEX entries_of_people ON entries (seq) WHERE kind IN ('action', 'decision');
