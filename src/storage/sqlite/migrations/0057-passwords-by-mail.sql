-- A link for another password alone: second factors stay.
CREATE TABLE new_user_link (
  hash TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'invitation' OR kind = 'reset' OR kind = 'password'),
  email TEXT NOT NULL,
  -- Of an invitation to an account.
  account_id INTEGER REFERENCES account,
  role TEXT,
  administrator INTEGER NOT NULL CHECK (administrator = 0 OR administrator = 1),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO new_user_link SELECT * FROM user_link;
DROP TABLE user_link;
ALTER TABLE new_user_link RENAME TO user_link;
CREATE INDEX user_link_of_account ON user_link (account_id, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX user_link_of_email ON user_link (email);

-- Tries that are limited over all processes; the key is a hash, for what people type is not kept.
CREATE TABLE try_count (
  key TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL CHECK (count >= 0),
  -- The end of its pause, or of its window.
  until_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX try_count_by_end ON try_count (until_at);
