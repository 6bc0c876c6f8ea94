-- People who sign in to the dashboard; what they are in an account stands in their memberships.
CREATE TABLE dashboard_user (
  id INTEGER PRIMARY KEY,
  -- In lower case.
  email TEXT NOT NULL UNIQUE CHECK (email <> ''),
  name TEXT NOT NULL DEFAULT '',
  language TEXT CHECK (language = 'en' OR language = 'fr'),
  -- Empty: signs in without one.
  password_hash TEXT NOT NULL,
  administrator INTEGER NOT NULL CHECK (administrator = 0 OR administrator = 1),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'disabled'),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE membership (
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES account,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_of_account ON membership (account_id, user_id);

CREATE TABLE user_session (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  active_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  fresh_until INTEGER NOT NULL,
  factors TEXT NOT NULL,
  address TEXT NOT NULL,
  agent TEXT NOT NULL
) STRICT;
CREATE INDEX user_session_of_user ON user_session (user_id, id);

-- Who administrated until now owns the accounts that stand on their own.
INSERT INTO dashboard_user (email, password_hash, administrator, state, created_at)
  SELECT lower(email), password_hash, 1, 'active', created_at FROM administrator WHERE true
  ON CONFLICT DO NOTHING;
INSERT INTO membership (user_id, account_id, role, created_at)
  SELECT u.id, a.id, 'owner', u.created_at FROM dashboard_user AS u CROSS JOIN account AS a
  WHERE a.parent_id IS NULL AND a.removed_at IS NULL;
DROP TABLE administrator;
