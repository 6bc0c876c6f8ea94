-- An account may have accounts under it, which it pays for by moving credit to them.
ALTER TABLE account ADD COLUMN parent_id bigint REFERENCES account;
ALTER TABLE account ADD COLUMN removed_at bigint;
CREATE INDEX account_of_parent ON account (parent_id, id) WHERE parent_id IS NOT NULL;

ALTER TABLE movement DROP CONSTRAINT movement_kind_check;
ALTER TABLE movement ADD CONSTRAINT movement_kind_check
  CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer');
