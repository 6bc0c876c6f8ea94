-- Where the chain of the audit begins: the number and the hash of the last row that was forgotten. A row may be deleted
-- once the beginning is behind it, and the beginning moves past rows of more than 731 days alone.
-- How old rows must be is written down too (`before`), and moves by a day in half a day at the most: a clock that jumps
-- a year ahead takes a day of the trail with it, and not a year.
CREATE TABLE audit_start (
  one bigint PRIMARY KEY CHECK (one = 1),
  n bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  before bigint NOT NULL,
  moved_at bigint NOT NULL
);
INSERT INTO audit_start
SELECT 1, 0, '',
  greatest(least(coalesce(min(at), now_ms()), now_ms() - 731::bigint * 86400000), 1704067200000), 0 FROM audit;

CREATE FUNCTION refuse_audit_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'the beginning of the audit is not deleted';
  END IF;
  IF NEW.before > OLD.before AND (
    NEW.before > OLD.before + 86400000
    OR NEW.before > now_ms() - 731::bigint * 86400000
    OR abs(now_ms() - OLD.moved_at) < 43200000
    OR abs(now_ms() - NEW.moved_at) > 60000
  ) THEN
    RAISE EXCEPTION 'rows of the audit are not old so soon';
  END IF;
  IF (NEW.n <> OLD.n OR NEW.hash <> OLD.hash) AND (
    NEW.n <= OLD.n
    OR NOT EXISTS (SELECT 1 FROM audit WHERE n = NEW.n AND n > 0 AND hash = NEW.hash)
    OR EXISTS (SELECT 1 FROM audit WHERE n > OLD.n AND n <= NEW.n AND n > 0 AND at >= OLD.before)
  ) THEN
    RAISE EXCEPTION 'the beginning of the audit moves past old rows alone';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_start_unchanged BEFORE UPDATE OR DELETE ON audit_start
FOR EACH ROW EXECUTE FUNCTION refuse_audit_start();

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'rows of the audit are not changed';
  END IF;
  IF EXISTS (SELECT 1 FROM audit_start WHERE n >= OLD.n AND OLD.n > 0 AND OLD.at < before) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'rows of the audit are not deleted before they are old';
END $$;
