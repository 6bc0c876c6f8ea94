-- Who gets no mail of an account, and why. An entry whose time is over stops nothing; one of weak
-- refusals is in force once three of them came within a week.
CREATE TABLE mail_suppression (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  stream TEXT NOT NULL,
  address TEXT NOT NULL CHECK (address <> ''),
  reason TEXT NOT NULL CHECK (reason = 'hard' OR reason = 'soft' OR reason = 'complaint'
    OR reason = 'unsubscribe' OR reason = 'manual'),
  source TEXT NOT NULL,
  strikes INTEGER NOT NULL DEFAULT 0,
  struck_at INTEGER NOT NULL DEFAULT 0,
  struck_before_at INTEGER NOT NULL DEFAULT 0,
  times INTEGER NOT NULL DEFAULT 0,
  -- Of the commit with which it came into force.
  stamp INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  UNIQUE (account_id, address, stream, reason)
) STRICT;
CREATE INDEX mail_suppression_of_account ON mail_suppression (account_id, id);
