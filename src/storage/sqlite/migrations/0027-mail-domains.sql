-- Domains that accounts send from. Several may want the same one; who proves it first has it.
CREATE TABLE mail_domain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL CHECK (name <> ''),
  -- A list of keys, their private halves sealed.
  keys TEXT NOT NULL,
  rotation INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  UNIQUE (account_id, name)
) STRICT;
CREATE UNIQUE INDEX mail_domain_proved ON mail_domain (name) WHERE verified_at IS NOT NULL;

-- Addresses that accounts may send from, and the one they send from unless they say another.
CREATE TABLE mail_sender (
  account_id INTEGER NOT NULL REFERENCES account,
  address TEXT NOT NULL CHECK (address <> ''),
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default = 0 OR is_default = 1),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, address)
) STRICT;
CREATE UNIQUE INDEX mail_sender_default ON mail_sender (account_id) WHERE is_default = 1;
