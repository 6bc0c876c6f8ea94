-- Where the chain of the audit begins: the number and the hash of the last row that was forgotten. A row may be deleted
-- once the beginning is behind it, and the beginning moves past rows of more than 731 days alone.
-- How old rows must be is written down too (`before`), and moves by a day in half a day at the most: a clock that jumps
-- a year ahead takes a day of the trail with it, and not a year.
CREATE TABLE audit_start (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  hash TEXT NOT NULL,
  before INTEGER NOT NULL,
  moved_at INTEGER NOT NULL
) STRICT;
INSERT INTO audit_start
SELECT 1, 0, '', max(min(coalesce(min(at), now_ms()), now_ms() - 731 * 86400000), 1704067200000), 0 FROM audit;

CREATE TRIGGER audit_start_alone BEFORE INSERT ON audit_start WHEN EXISTS (SELECT 1 FROM audit_start)
BEGIN
  SELECT raise(ABORT, 'the beginning of the audit is there');
END;

CREATE TRIGGER audit_start_kept BEFORE DELETE ON audit_start
BEGIN
  SELECT raise(ABORT, 'the beginning of the audit is not deleted');
END;

CREATE TRIGGER audit_start_paced BEFORE UPDATE ON audit_start
WHEN NEW.before > OLD.before AND (
  NEW.before > OLD.before + 86400000
  OR NEW.before > now_ms() - 731 * 86400000
  OR abs(now_ms() - OLD.moved_at) < 43200000
  OR abs(now_ms() - NEW.moved_at) > 60000
)
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not old so soon');
END;

CREATE TRIGGER audit_start_moved BEFORE UPDATE ON audit_start
WHEN (NEW.n <> OLD.n OR NEW.hash <> OLD.hash) AND (
  NEW.n <= OLD.n
  OR NOT EXISTS (SELECT 1 FROM audit WHERE n = NEW.n AND n > 0 AND hash = NEW.hash)
  OR EXISTS (SELECT 1 FROM audit WHERE n > OLD.n AND n <= NEW.n AND n > 0 AND at >= OLD.before)
)
BEGIN
  SELECT raise(ABORT, 'the beginning of the audit moves past old rows alone');
END;

DROP TRIGGER audit_kept;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.n > (SELECT n FROM audit_start) OR OLD.n = 0 OR OLD.at >= (SELECT before FROM audit_start)
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not deleted before they are old');
END;
