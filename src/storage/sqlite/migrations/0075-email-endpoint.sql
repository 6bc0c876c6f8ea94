-- An account has a URL of its own for events of emails.
CREATE TABLE new_webhook_endpoint (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  source TEXT NOT NULL CHECK (source = 'reply' OR source = 'report' OR source = 'email'
    OR source = 'request' OR source = 'extra'),
  url TEXT NOT NULL,
  -- One of each per account; for `request` one per origin; of `extra` as many as are made.
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'disabled'),
  reason TEXT NOT NULL DEFAULT '',
  -- [{"sealed", "madeAtMs", "untilMs"}], newest first.
  sealed_secrets TEXT NOT NULL,
  in_flight_max INTEGER NOT NULL DEFAULT 8 CHECK (in_flight_max BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL,
  -- Kinds with a comma between them; empty: all.
  events TEXT NOT NULL DEFAULT '',
  rate_per_s INTEGER CHECK (rate_per_s BETWEEN 1 AND 10000),
  ordering TEXT NOT NULL DEFAULT 'key'
    CHECK (ordering = 'none' OR ordering = 'key' OR ordering = 'strict'),
  timeout_ms INTEGER NOT NULL DEFAULT 15000 CHECK (timeout_ms BETWEEN 1000 AND 30000),
  -- Seconds between attempts with a comma between them; empty: the usual ones.
  schedule TEXT NOT NULL DEFAULT '',
  sealed_headers TEXT NOT NULL DEFAULT '',
  -- PEM; empty: the authorities that the machine trusts, no certificate of ours.
  ca TEXT NOT NULL DEFAULT '',
  certificate TEXT NOT NULL DEFAULT '',
  sealed_key TEXT NOT NULL DEFAULT '',
  auto_disable INTEGER NOT NULL DEFAULT 1 CHECK (auto_disable = 0 OR auto_disable = 1),
  -- Raised where the lane's owner is to forget what it holds: its jobs have changed in the table.
  generation INTEGER NOT NULL DEFAULT 0,
  -- No job of its lane expires before.
  expiry_floor INTEGER NOT NULL DEFAULT 0,
  state_since INTEGER NOT NULL DEFAULT 0,
  -- Names with a comma between, and the key of those that need one of their own.
  signatures TEXT NOT NULL DEFAULT '',
  sealed_signing_key TEXT NOT NULL DEFAULT '',
  -- What was owed to the endpoint before this instant nobody wants any more.
  drop_before INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_webhook_endpoint SELECT id, account_id, source, url, origin, state, reason,
    sealed_secrets, in_flight_max, created_at, events, rate_per_s, ordering, timeout_ms, schedule,
    sealed_headers, ca, certificate, sealed_key, auto_disable, generation, expiry_floor, state_since,
    signatures, sealed_signing_key, drop_before
  FROM webhook_endpoint;
DROP TABLE webhook_endpoint;
ALTER TABLE new_webhook_endpoint RENAME TO webhook_endpoint;
CREATE UNIQUE INDEX webhook_endpoint_one ON webhook_endpoint (account_id, source, origin)
  WHERE source <> 'extra';
CREATE INDEX webhook_endpoint_extra ON webhook_endpoint (account_id, id) WHERE source = 'extra';
