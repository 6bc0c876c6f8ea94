-- Several routes may lead to the same numbers, and prices may differ by account and from a day on.
ALTER TABLE route RENAME TO route_before;

CREATE TABLE route (
  id INTEGER PRIMARY KEY,
  prefix TEXT NOT NULL,
  -- MCC and MNC; empty for all networks.
  network TEXT NOT NULL,
  -- 0: either.
  grade INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 2),
  -- Kinds of sender with a space between; empty for any.
  senders TEXT NOT NULL,
  operator_id INTEGER NOT NULL REFERENCES operator,
  priority INTEGER NOT NULL CHECK (priority > 0),
  weight INTEGER NOT NULL CHECK (weight > 0),
  buy_price INTEGER CHECK (buy_price >= 0),
  enabled INTEGER NOT NULL CHECK (enabled = 0 OR enabled = 1),
  UNIQUE (prefix, network, grade, senders, operator_id)
) STRICT;

INSERT INTO route (prefix, network, grade, senders, operator_id, priority, weight, enabled)
  SELECT prefix, '', 0, '', operator_id, 1, 1, 1 FROM route_before;

DROP TABLE route_before;

ALTER TABLE price RENAME TO price_before;

CREATE TABLE price (
  -- 0: of all accounts that have none of their own.
  account_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  -- In force from then on.
  from_at INTEGER NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, prefix, from_at)
) STRICT, WITHOUT ROWID;

INSERT INTO price SELECT 0, prefix, 0, price FROM price_before;

DROP TABLE price_before;

-- MCC and MNC by what numbers begin with, where somebody has imported them.
CREATE TABLE network_prefix (
  prefix TEXT PRIMARY KEY,
  network TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What becomes of an operator that is to be left: it stays, gets nothing new, or loses what waits too.
ALTER TABLE operator ADD COLUMN course TEXT NOT NULL DEFAULT 'stays'
  CHECK (course = 'stays' OR course = 'drains' OR course = 'leaves');

-- Why a recipient's parts go the way they go, where there was more than one.
CREATE TABLE route_choice (
  recipient_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- Where they waited before; null for the first choice.
  left_operator_id INTEGER,
  operator_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (recipient_id, at, operator_id)
) STRICT, WITHOUT ROWID;

-- Accounts without a row have the defaults.
CREATE TABLE account_policy (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  trust TEXT NOT NULL CHECK (trust = 'new' OR trust = 'trusted'),
  -- `home`, `all`, or country codes with a space between.
  countries TEXT NOT NULL,
  costly_numbers INTEGER NOT NULL CHECK (costly_numbers = 0 OR costly_numbers = 1),
  quiet_hours INTEGER NOT NULL CHECK (quiet_hours = 0 OR quiet_hours = 1),
  marketing INTEGER NOT NULL CHECK (marketing = 0 OR marketing = 1)
) STRICT;

CREATE TABLE limit_exception (
  account_id INTEGER NOT NULL REFERENCES account,
  -- 0: of the whole account.
  key_id INTEGER NOT NULL,
  rule TEXT NOT NULL,
  max INTEGER NOT NULL CHECK (max >= 0),
  action TEXT NOT NULL
    CHECK (action = 'block' OR action = 'hold' OR action = 'alert' OR action = 'ignore'),
  PRIMARY KEY (account_id, key_id, rule)
) STRICT, WITHOUT ROWID;

-- What all processes have counted.
CREATE TABLE limit_window (
  rule TEXT NOT NULL,
  subject TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (rule, subject, starts_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX limit_window_by_end ON limit_window (ends_at);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  account_id INTEGER,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  -- What it is from now on, as JSON; secrets are not in it.
  details TEXT NOT NULL
) STRICT;

-- How binds do, as the process that holds them has seen it last.
CREATE TABLE operator_health (
  operator_id INTEGER NOT NULL,
  bind INTEGER NOT NULL,
  -- Null while it is up.
  down_since INTEGER,
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (operator_id, bind)
) STRICT, WITHOUT ROWID;
