-- Money that moves for emails, rented numbers and calls says what it is about, and moves once for it.
-- A CHECK cannot be changed: the table is made anew.
CREATE TABLE movement_about (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  kind TEXT NOT NULL CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer'
    OR kind = 'email' OR kind = 'email refund' OR kind = 'rent' OR kind = 'call'),
  amount INTEGER NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  recipient_id INTEGER,
  -- Whatever the kind says: the id of an email, a number and its month, the id of a call.
  subject TEXT,
  CHECK ((kind = 'refund') = (recipient_id IS NOT NULL))
) STRICT;
INSERT INTO movement_about
  SELECT id, account_id, purse, kind, amount, actor, at, recipient_id, NULL FROM movement;
DROP TABLE movement;
ALTER TABLE movement_about RENAME TO movement;
CREATE INDEX movement_of_account ON movement (account_id, purse, at);
CREATE UNIQUE INDEX refund_of_recipient ON movement (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE UNIQUE INDEX movement_of_subject ON movement (kind, subject) WHERE subject IS NOT NULL;
