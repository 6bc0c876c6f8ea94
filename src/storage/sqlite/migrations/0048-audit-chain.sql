-- Each row of the audit has its number and a hash over itself and the hash before it: who changes or
-- removes one changes all that follow.
CREATE TABLE audit_before AS SELECT * FROM audit;
DELETE FROM audit;
ALTER TABLE audit ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX audit_in_order ON audit (n) WHERE n > 0;

CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_head VALUES (1, 0, '');

CREATE TRIGGER audit_chained AFTER INSERT ON audit WHEN NEW.hash = ''
BEGIN
  UPDATE audit_head SET n = n + 1, hash = sha256(
    hash || char(31) || (n + 1) || char(31) || NEW.id || char(31) || NEW.at || char(31) || NEW.actor || char(31)
    || coalesce(NEW.account_id, '') || char(31) || NEW.action || char(31) || NEW.target || char(31) || NEW.details
  );
  UPDATE audit SET n = (SELECT n FROM audit_head), hash = (SELECT hash FROM audit_head) WHERE id = NEW.id;
END;

INSERT INTO audit (id, at, actor, account_id, action, target, details)
SELECT id, at, actor, account_id, action, target, details FROM audit_before ORDER BY id;
DROP TABLE audit_before;

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit WHEN OLD.hash <> ''
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not changed');
END;

CREATE TRIGGER audit_kept BEFORE DELETE ON audit
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not deleted');
END;
