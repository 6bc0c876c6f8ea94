-- Carriers of calls, what calls cost, and the calls themselves.
CREATE TABLE trunk (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  enabled INTEGER NOT NULL CHECK (enabled = 0 OR enabled = 1),
  built_in INTEGER NOT NULL CHECK (built_in = 0 OR built_in = 1),
  settings TEXT NOT NULL,
  sealed_password TEXT NOT NULL,
  sealed_auth_in_password TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- By the longest prefix; account 0 is all of them.
CREATE TABLE call_price (
  account_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  per_minute INTEGER NOT NULL CHECK (per_minute >= 0),
  first_s INTEGER NOT NULL CHECK (first_s >= 1),
  next_s INTEGER NOT NULL CHECK (next_s >= 1),
  PRIMARY KEY (account_id, prefix)
) STRICT, WITHOUT ROWID;

CREATE TABLE call (
  id INTEGER PRIMARY KEY,
  account_id INTEGER REFERENCES account,
  payer_id INTEGER REFERENCES account,
  number TEXT NOT NULL,
  caller TEXT NOT NULL,
  target TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'forward' OR kind = 'voicemail' OR kind = 'refused'),
  trunk_in TEXT NOT NULL,
  trunk_out TEXT NOT NULL,
  process_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ringing_at INTEGER,
  answered_at INTEGER,
  ended_at INTEGER,
  per_minute INTEGER NOT NULL CHECK (per_minute >= 0),
  -- Taken from the payer's balance while the call goes on.
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  billed_s INTEGER NOT NULL CHECK (billed_s >= 0),
  cost INTEGER NOT NULL CHECK (cost >= 0),
  cause TEXT NOT NULL,
  sip_status INTEGER NOT NULL,
  rule TEXT NOT NULL
) STRICT;
CREATE INDEX call_of_account ON call (account_id, id);
CREATE INDEX call_of_number ON call (number, id);
CREATE INDEX call_of_payer ON call (payer_id, started_at) WHERE payer_id IS NOT NULL;
CREATE INDEX call_going_on ON call (process_id, id) WHERE ended_at IS NULL;

-- When a process that carries calls was last seen: calls of a dead one end there.
CREATE TABLE call_process (
  id INTEGER PRIMARY KEY,
  seen_at INTEGER NOT NULL
) STRICT;
