-- Calls that the built-in phones are told to make, and how those went; the newest alone. The octets last.
CREATE TABLE simulator_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL CHECK (state = 'ordered' OR state = 'under way' OR state = 'over'),
  ordered_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  wish TEXT NOT NULL,
  events TEXT NOT NULL,
  sound BLOB NOT NULL,
  heard BLOB NOT NULL
) STRICT;
