-- What the inspector of webhooks has received, the newest of it alone.
CREATE TABLE inspected_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  head TEXT NOT NULL,
  answer TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
