-- What forgotten messages have cost, so that an account's balance is the sum of its rows for ever.
CREATE TABLE spent (
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, purse)
) STRICT, WITHOUT ROWID;

-- Noted once a day: every id that was given before that instant is below these. What is old is found
-- by its id, and no index by age is kept on tables that are written for each message.
CREATE TABLE id_mark (
  at INTEGER PRIMARY KEY,
  message INTEGER NOT NULL,
  job INTEGER NOT NULL,
  submitted_part INTEGER NOT NULL
) STRICT;

-- Raised by each commit that forgets: of two processes that are at it, one goes on.
CREATE TABLE retention_round (
  name TEXT PRIMARY KEY,
  round INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
