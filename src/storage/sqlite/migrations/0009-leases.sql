-- Processes that run on this database, and what each may work on alone.

CREATE TABLE process (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  roles TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  draining INTEGER NOT NULL CHECK (draining = 0 OR draining = 1)
) STRICT;

-- A row stays when its lease is given up: the epoch never goes back.
CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  owner INTEGER,
  epoch INTEGER NOT NULL CHECK (epoch > 0),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
