-- What the command line has the built-in operator do; gone when it is done.
CREATE TABLE simulator_order (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
