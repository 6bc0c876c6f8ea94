-- An account's id is reserved before its commit, because its first movements of money name it.
INSERT INTO id_block SELECT 'account', coalesce(max(id), 0) + 1 FROM account;
