-- Live mail that goes no further than the catcher is told apart from what was sent.
CREATE TABLE new_mail (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON; null: the email's alone.
  variables TEXT,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  -- Its last fact, with the class of its reason.
  state TEXT NOT NULL CHECK (state = 'scheduled' OR state = 'queued' OR state = 'deferred'
    OR state = 'held' OR state = 'sent' OR state = 'caught' OR state = 'bounced' OR state = 'failed'
    OR state = 'suppressed' OR state = 'cancelled' OR state = 'complained'),
  class TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL,
  deferred_at INTEGER,
  -- Of the commit that wrote the last fact, by which its other steps know that it did.
  stamp INTEGER NOT NULL DEFAULT 0,
  -- 1 once it says how the account's live mail is received.
  tells INTEGER NOT NULL DEFAULT 0 CHECK (tells = 0 OR tells = 1),
  -- As what a mail is counted; in another state than that it is to be counted anew.
  counted_state TEXT NOT NULL DEFAULT '',
  counted_as TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO new_mail SELECT id, account_id, address, name, variables, cost, state, class, changed_at,
    deferred_at, stamp, tells, counted_state, counted_as
  FROM mail;
DROP TABLE mail;
ALTER TABLE new_mail RENAME TO mail;
CREATE INDEX mail_that_tells ON mail (account_id, changed_at) WHERE tells = 1;
CREATE INDEX mail_of_address ON mail (account_id, lower(address), id);
CREATE INDEX mail_to_count ON mail (changed_at, id) WHERE counted_state <> state;
