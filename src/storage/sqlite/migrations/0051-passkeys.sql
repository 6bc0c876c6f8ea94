-- Passkeys of people: what a browser's authenticator signs with, in place of a password.
CREATE TABLE passkey (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  -- In base64url, like the key.
  credential TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  -- The host it was made for: it works at no other.
  host TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX passkey_of_user ON passkey (user_id, id);

-- Challenges that were answered, until they end by themselves: each is good once.
CREATE TABLE used_challenge (
  challenge TEXT NOT NULL PRIMARY KEY,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_challenge_by_end ON used_challenge (ends_at);
