-- What forgotten messages have cost, so that an account's balance is the sum of its rows for ever.
CREATE TABLE spent (
  account_id bigint NOT NULL REFERENCES account,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, purse)
) WITH (fillfactor = 50);

-- Noted once a day: every id that was given before that instant is below these. What is old is found
-- by its id, and no index by age is kept on tables that are written for each message.
CREATE TABLE id_mark (
  at bigint PRIMARY KEY,
  message bigint NOT NULL,
  job bigint NOT NULL,
  submitted_part bigint NOT NULL
);

-- Raised by each commit that forgets: of two processes that are at it, one goes on.
CREATE TABLE retention_round (
  name text COLLATE "C" PRIMARY KEY,
  round bigint NOT NULL
) WITH (fillfactor = 50);
