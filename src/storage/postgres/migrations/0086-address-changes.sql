-- Addresses that people want to sign in by: each becomes theirs once they show that its mail reaches them.
CREATE TABLE address_change (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  user_id bigint NOT NULL UNIQUE REFERENCES dashboard_user ON DELETE CASCADE,
  email text COLLATE "C" NOT NULL CHECK (email <> ''),
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL
);
CREATE INDEX address_change_of_email ON address_change (email);
