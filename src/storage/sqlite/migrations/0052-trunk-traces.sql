-- Until when an administrator has the messages of a trunk kept, and those messages; the newest alone.
ALTER TABLE trunk ADD COLUMN traced_until INTEGER NOT NULL DEFAULT 0;

CREATE TABLE trunk_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  trunk_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction = 'in' OR direction = 'out'),
  peer TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
