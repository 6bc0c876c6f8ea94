-- A code of an authenticator app; its last step is kept, so that a code works once.
ALTER TABLE dashboard_user ADD COLUMN totp_secret text COLLATE "C";
ALTER TABLE dashboard_user ADD COLUMN totp_step bigint NOT NULL DEFAULT 0;

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- Links that let somebody in once: to an account, or back to their own sign-in.
CREATE TABLE user_link (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'invitation' OR kind = 'reset'),
  email text COLLATE "C" NOT NULL,
  -- Of an invitation to an account.
  account_id bigint REFERENCES account,
  role text COLLATE "C",
  administrator bigint NOT NULL CHECK (administrator = 0 OR administrator = 1),
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
);
CREATE INDEX user_link_of_account ON user_link (account_id, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX user_link_of_email ON user_link (email);
