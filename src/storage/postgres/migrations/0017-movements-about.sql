-- Money that moves for emails, rented numbers and calls says what it is about, and moves once for it.
ALTER TABLE movement DROP CONSTRAINT movement_kind_check;
ALTER TABLE movement ADD CONSTRAINT movement_kind_check
  CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer'
    OR kind = 'email' OR kind = 'email refund' OR kind = 'rent' OR kind = 'call');
-- Whatever the kind says: the id of an email, a number and its month, the id of a call.
ALTER TABLE movement ADD COLUMN subject text COLLATE "C";
CREATE UNIQUE INDEX movement_of_subject ON movement (kind, subject) WHERE subject IS NOT NULL;
