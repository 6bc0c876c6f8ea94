-- An account may have accounts under it, which it pays for by moving credit to them.
ALTER TABLE account ADD COLUMN parent_id INTEGER REFERENCES account;
ALTER TABLE account ADD COLUMN removed_at INTEGER;
CREATE INDEX account_of_parent ON account (parent_id, id) WHERE parent_id IS NOT NULL;

-- A CHECK cannot be changed: the table is made anew, with transfers between accounts.
CREATE TABLE movement_with_transfers (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  kind TEXT NOT NULL CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer'),
  amount INTEGER NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  recipient_id INTEGER,
  CHECK ((kind = 'refund') = (recipient_id IS NOT NULL))
) STRICT;
INSERT INTO movement_with_transfers
  SELECT id, account_id, purse, kind, amount, actor, at, recipient_id FROM movement;
DROP TABLE movement;
ALTER TABLE movement_with_transfers RENAME TO movement;
CREATE INDEX movement_of_account ON movement (account_id, purse, id);
CREATE UNIQUE INDEX refund_of_recipient ON movement (recipient_id) WHERE recipient_id IS NOT NULL;
