-- Phones that want nothing from an account any more.
CREATE TABLE stop_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source = 'reply' OR source = 'client' OR source = 'administrator'),
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, phone)
) STRICT;

-- What changed on the list, in the order of the commits, for processes that hold it in memory.
CREATE TABLE stop_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO stop_version VALUES (1, 0);
CREATE TABLE stop_change (
  version INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  stopped INTEGER NOT NULL CHECK (stopped = 0 OR stopped = 1)
) STRICT;
