-- What a process holds in memory, for pages that another process shows. It is told anew every few seconds.
CREATE TABLE process_note (
  subject TEXT NOT NULL CHECK (subject <> ''),
  process_id INTEGER NOT NULL,
  value TEXT NOT NULL,
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (subject, process_id)
) STRICT, WITHOUT ROWID;
