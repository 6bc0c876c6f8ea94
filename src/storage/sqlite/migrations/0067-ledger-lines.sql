-- The ledger goes by time and tells emails by the hour: what is above a line is added up in the index alone.
DROP INDEX movement_by_id;
CREATE INDEX movement_line ON movement (account_id, purse, at, id, amount) WHERE kind <> 'email';
