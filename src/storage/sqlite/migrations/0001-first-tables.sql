-- Instants are integer milliseconds, money integer millionths, yes and no 1 and 0.
-- CHECKs compare value by value: with IN a list is built anew for each row, 12 µs a message.

CREATE TABLE settings_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO settings_version VALUES (1, 1);

-- Ids are given to processes in blocks; what a process has not used when it ends is never used.
CREATE TABLE id_block (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL CHECK (next > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE administrator (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  email TEXT NOT NULL,
  firstname TEXT NOT NULL DEFAULT '',
  lastname TEXT NOT NULL DEFAULT '',
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  home_country TEXT NOT NULL CHECK (length(home_country) = 2),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'disabled' OR state = 'blocked'),
  balance INTEGER NOT NULL,
  test_balance INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  bases TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  prefix TEXT NOT NULL,
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_key_of_account ON api_key (account_id, id);

-- Message rows are the debits; every other movement of money is here.
CREATE TABLE movement (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  kind TEXT NOT NULL CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund'),
  amount INTEGER NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  recipient_id INTEGER,
  CHECK ((kind = 'refund') = (recipient_id IS NOT NULL))
) STRICT;
CREATE INDEX movement_of_account ON movement (account_id, purse, id);
-- A recipient is refunded once.
CREATE UNIQUE INDEX refund_of_recipient ON movement (recipient_id) WHERE recipient_id IS NOT NULL;

CREATE TABLE operator (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  built_in INTEGER NOT NULL CHECK (built_in = 0 OR built_in = 1),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'removed'),
  sealed_password TEXT NOT NULL,
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE route (
  prefix TEXT NOT NULL,
  operator_id INTEGER NOT NULL REFERENCES operator,
  PRIMARY KEY (prefix)
) STRICT, WITHOUT ROWID;

CREATE TABLE price (
  prefix TEXT PRIMARY KEY,
  price INTEGER NOT NULL CHECK (price >= 0)
) STRICT, WITHOUT ROWID;

-- A row stands here only while work is owed.
CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  lane TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  order_key TEXT,
  expires_at INTEGER NOT NULL,
  subject INTEGER NOT NULL
) STRICT;
CREATE INDEX job_of_lane ON job (lane, due_at, id);
CREATE INDEX job_in_retry ON job (lane, order_key) WHERE attempt > 0;

CREATE TABLE lane_state (
  lane TEXT PRIMARY KEY,
  open_until INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  failing_since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  key_id INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  text TEXT NOT NULL,
  alphabet TEXT NOT NULL CHECK (alphabet = 'gsm' OR alphabet = 'ucs2'),
  tag TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class = 'urgent' OR class = 'normal' OR class = 'bulk'),
  valid_until INTEGER NOT NULL,
  scheduled_at INTEGER,
  report_url TEXT,
  report_endpoint_id INTEGER,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  currency TEXT NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  request_id TEXT NOT NULL
) STRICT;

-- id = message id × 512 + place; the sets of parts are bits, so that a repeat changes nothing.
CREATE TABLE recipient (
  id INTEGER PRIMARY KEY,
  phone TEXT NOT NULL,
  operator_id INTEGER NOT NULL,
  parts INTEGER NOT NULL CHECK (parts BETWEEN 1 AND 10),
  concat_reference INTEGER NOT NULL,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  state TEXT NOT NULL CHECK (state = 'accepted' OR state = 'waiting' OR state = 'delivered'
    OR state = 'not delivered'),
  reason TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL,
  delivered_parts INTEGER NOT NULL DEFAULT 0,
  refused_parts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE idempotent_request (
  account_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  reply TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at);

CREATE TABLE submitted_part (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  -- Normalised by the operator's rules; empty where the operator gave none.
  remote_id TEXT NOT NULL,
  part_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  submitted_at INTEGER NOT NULL,
  -- The last report of this part, in the operator's words.
  outcome TEXT CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word TEXT NOT NULL DEFAULT '',
  error TEXT NOT NULL DEFAULT '',
  reported_at INTEGER,
  -- 1 until its final report, so that the index below stays as small as what is awaited.
  awaited INTEGER NOT NULL CHECK (awaited = 0 OR awaited = 1)
) STRICT;
CREATE INDEX submitted_part_awaited ON submitted_part (operator_id, remote_id) WHERE awaited = 1;
CREATE INDEX submitted_part_overdue ON submitted_part (operator_id, submitted_at)
  WHERE awaited = 1;

-- Parts about to be submitted, for operators to whom nothing uncertain may be sent again.
CREATE TABLE submit_intent (
  job_id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE unmatched_receipt (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  remote_id TEXT NOT NULL,
  phone TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word TEXT NOT NULL,
  error TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX unmatched_receipt_by_remote_id ON unmatched_receipt (operator_id, remote_id);

-- deliver_sm that are no receipts, as they came.
CREATE TABLE inbound_pdu (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  source TEXT NOT NULL,
  destination TEXT NOT NULL,
  esm_class INTEGER NOT NULL,
  data_coding INTEGER NOT NULL,
  octets BLOB NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_endpoint (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  source TEXT NOT NULL CHECK (source = 'reply' OR source = 'report' OR source = 'request'),
  url TEXT NOT NULL,
  -- One of each per account; for `request` one per origin.
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'disabled'),
  reason TEXT NOT NULL DEFAULT '',
  sealed_secrets TEXT NOT NULL,
  in_flight_max INTEGER NOT NULL DEFAULT 8 CHECK (in_flight_max BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, source, origin)
) STRICT;

CREATE TABLE webhook_event (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  order_key TEXT NOT NULL,
  url TEXT,
  body BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1)
) STRICT;

CREATE TABLE webhook_attempt (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'delivered' OR outcome = 'retry' OR outcome = 'expired'
    OR outcome = 'superseded' OR outcome = 'gone' OR outcome = 'dropped' OR outcome = 'forbidden'),
  status INTEGER NOT NULL,
  error TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  ip TEXT NOT NULL,
  response_head TEXT NOT NULL,
  response_body TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_attempt_undelivered ON webhook_attempt (endpoint_id, at)
  WHERE outcome NOT IN ('delivered', 'retry');
