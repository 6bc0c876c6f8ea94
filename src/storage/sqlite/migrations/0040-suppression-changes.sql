-- What administrators and the end of their time have changed of suppression lists, until clients are told of it.
CREATE TABLE suppression_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  stream TEXT NOT NULL,
  address TEXT NOT NULL,
  reason TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'added' OR kind = 'removed'),
  at INTEGER NOT NULL
) STRICT;

-- The end that has been told: the time of an entry is over and was not told while it is behind that.
ALTER TABLE mail_suppression ADD COLUMN ended_at INTEGER NOT NULL DEFAULT 0;
UPDATE mail_suppression SET ended_at = expires_at WHERE expires_at <= unixepoch() * 1000;
CREATE INDEX mail_suppression_ends ON mail_suppression (expires_at) WHERE expires_at > ended_at;
