-- Endpoints beside an account's own, how each is delivered to, and secrets that are being replaced.
CREATE TABLE new_webhook_endpoint (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  source TEXT NOT NULL
    CHECK (source = 'reply' OR source = 'report' OR source = 'request' OR source = 'extra'),
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
  state_since INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO new_webhook_endpoint (id, account_id, source, url, origin, state, reason, sealed_secrets,
    in_flight_max, created_at, state_since)
  SELECT id, account_id, source, url, origin, state, reason,
    (SELECT json_group_array(json_object('sealed', value, 'madeAtMs', created_at, 'untilMs', NULL))
      FROM json_each(sealed_secrets)),
    in_flight_max, created_at, created_at
  FROM webhook_endpoint;
DROP TABLE webhook_endpoint;
ALTER TABLE new_webhook_endpoint RENAME TO webhook_endpoint;
CREATE UNIQUE INDEX webhook_endpoint_one ON webhook_endpoint (account_id, source, origin)
  WHERE source <> 'extra';
CREATE INDEX webhook_endpoint_extra ON webhook_endpoint (account_id, id) WHERE source = 'extra';

ALTER TABLE lane_state ADD COLUMN failed_attempts INTEGER NOT NULL DEFAULT 0;
-- How many of the warnings before an endpoint is given up have been told.
ALTER TABLE lane_state ADD COLUMN warned INTEGER NOT NULL DEFAULT 0;

ALTER TABLE webhook_attempt ADD COLUMN url TEXT NOT NULL DEFAULT '';
ALTER TABLE webhook_attempt ADD COLUMN resolve_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_attempt ADD COLUMN connect_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_attempt ADD COLUMN tls_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_attempt ADD COLUMN answer_ms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX webhook_attempt_of_event ON webhook_attempt (event_id, endpoint_id);
DROP INDEX webhook_attempt_undelivered;
CREATE INDEX webhook_attempt_undelivered ON webhook_attempt (endpoint_id, id)
  WHERE outcome <> 'delivered';
CREATE INDEX IF NOT EXISTS webhook_event_of_account ON webhook_event (account_id, id);

-- Events that are owed once more, in slices, so that new ones do not wait behind them.
CREATE TABLE webhook_replay (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  kinds TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'any' OR outcome = 'delivered' OR outcome = 'undelivered'),
  phone TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'running' OR state = 'done' OR state = 'cancelled'),
  -- The last event that was looked at.
  after_event_id INTEGER NOT NULL,
  made INTEGER NOT NULL,
  first_job_id INTEGER NOT NULL,
  last_job_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (endpoint_id) WHERE state = 'running';
