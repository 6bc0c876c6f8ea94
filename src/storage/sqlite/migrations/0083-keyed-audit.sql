-- The chain of the audit is made by the process, which holds the key that it is made with: a row comes as 'pending' and
-- is chained in the same transaction. The head has a seal of that key, by which a cut tail is known.
DROP TRIGGER audit_chained;
DROP TRIGGER audit_unchanged;
CREATE INDEX audit_pending ON audit (id) WHERE n = 0;
ALTER TABLE audit_head ADD COLUMN seal TEXT NOT NULL DEFAULT '';

CREATE TRIGGER audit_comes_pending BEFORE INSERT ON audit WHEN NEW.hash = ''
BEGIN
  SELECT raise(ABORT, 'a row of the audit is chained by the program, and not without it');
END;

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit WHEN OLD.n <> 0 OR OLD.hash <> 'pending'
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not changed');
END;
