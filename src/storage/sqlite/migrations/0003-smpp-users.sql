-- What customers submit by SMPP says more than a request by HTTP: as JSON, null for the others.
ALTER TABLE message ADD COLUMN submission TEXT;

-- Accounts' binds to our listener; the settings as JSON.
CREATE TABLE smpp_user (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  system_id TEXT NOT NULL UNIQUE CHECK (system_id <> ''),
  password_hash TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'suspended'),
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Who is bound now, in any process; one that is not seen for a while has gone with its process.
CREATE TABLE smpp_bind (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  process TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'tx' OR mode = 'rx' OR mode = 'trx'),
  address TEXT NOT NULL,
  bound_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX smpp_bind_of_user ON smpp_bind (user_id);
CREATE INDEX smpp_bind_of_process ON smpp_bind (process);
