-- What was sent to whom, version 1. A subscription is one channel of one watchlist; `cursor` is the last event of the log
-- that it was sent or that did not concern it, so that nothing is lost with the queue.
CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  cursor INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
  -- Why it is not active, or what the last attempt came to.
  reason TEXT,
  failing_since TEXT,
  -- Of a digest: when it is sent next.
  due_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  subscription TEXT NOT NULL,
  seq INTEGER NOT NULL,
  events INTEGER NOT NULL,
  delivered_at TEXT NOT NULL,
  PRIMARY KEY (subscription, seq)
) STRICT, WITHOUT ROWID;
