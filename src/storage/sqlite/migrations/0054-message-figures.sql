-- How messages went, by the hour in which they were accepted: counted from the stored facts behind their
-- commits (sms/records/figure-counter.ts). No phone stands here, so it outlives the messages.
CREATE TABLE stat_hour (
  account_id INTEGER NOT NULL,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  country TEXT NOT NULL,
  operator_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'under way' OR state = 'delivered' OR state = 'not delivered'),
  -- Delivered: the bound of its delay, in milliseconds. Not delivered: the reason.
  detail TEXT NOT NULL,
  messages INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, country, operator_id, state, detail)
) STRICT, WITHOUT ROWID;

-- Message ids as processes reserve them, and up to which recipient each block is counted.
CREATE TABLE stat_block (
  first INTEGER PRIMARY KEY,
  beyond INTEGER NOT NULL CHECK (beyond > first),
  next_recipient_id INTEGER NOT NULL,
  noted_at INTEGER NOT NULL
) STRICT;

-- Recipients that are counted as under way, with that operator.
CREATE TABLE stat_open (
  recipient_id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  look_at INTEGER NOT NULL
) STRICT;
CREATE INDEX stat_open_by_look ON stat_open (look_at);
