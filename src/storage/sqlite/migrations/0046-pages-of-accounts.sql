-- Pages read an account's ledger and its audit trail from the newest on.
CREATE INDEX movement_by_id ON movement (account_id, purse, id);
CREATE INDEX audit_of_account ON audit (account_id, id) WHERE account_id IS NOT NULL;
