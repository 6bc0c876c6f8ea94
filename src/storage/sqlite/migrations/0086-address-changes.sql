-- Addresses that people want to sign in by: each becomes theirs once they show that its mail reaches them.
CREATE TABLE address_change (
  hash TEXT NOT NULL PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE REFERENCES dashboard_user ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (email <> ''),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX address_change_of_email ON address_change (email);
