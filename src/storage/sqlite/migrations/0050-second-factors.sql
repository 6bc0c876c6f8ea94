-- A code of an authenticator app; its last step is kept, so that a code works once.
ALTER TABLE dashboard_user ADD COLUMN totp_secret TEXT;
ALTER TABLE dashboard_user ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;

CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- Links that let somebody in once: to an account, or back to their own sign-in.
CREATE TABLE user_link (
  hash TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'invitation' OR kind = 'reset'),
  email TEXT NOT NULL,
  -- Of an invitation to an account.
  account_id INTEGER REFERENCES account,
  role TEXT,
  administrator INTEGER NOT NULL CHECK (administrator = 0 OR administrator = 1),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX user_link_of_account ON user_link (account_id, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX user_link_of_email ON user_link (email);
