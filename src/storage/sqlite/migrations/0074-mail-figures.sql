-- How mails went, by the hour in which their emails were accepted: counted from the stored mails behind their
-- commits (mail/figures/mail-counter.ts). No address stands here, so it outlives them.
CREATE TABLE mail_stat_hour (
  account_id INTEGER NOT NULL,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  -- A provider of mailboxes; empty for all other domains.
  provider TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state <> ''),
  -- Sent: the bound of its delay, in milliseconds. Bounced, failed: the reason.
  detail TEXT NOT NULL,
  mails INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, provider, state, detail)
) STRICT, WITHOUT ROWID;

-- As what a mail is counted; in another state than that it is to be counted anew, those from before this too.
ALTER TABLE mail ADD COLUMN counted_state TEXT NOT NULL DEFAULT '';
ALTER TABLE mail ADD COLUMN counted_as TEXT NOT NULL DEFAULT '';
-- By a column that no other index begins with, so that no other serves for the order.
CREATE INDEX mail_to_count ON mail (changed_at, id) WHERE counted_state <> state;
