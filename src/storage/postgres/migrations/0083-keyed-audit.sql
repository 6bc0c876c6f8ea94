-- The chain of the audit is made by the process, which holds the key that it is made with: a row comes as 'pending' and
-- is chained in the same transaction. The head has a seal of that key, by which a cut tail is known.
DROP TRIGGER audit_chained ON audit;
DROP FUNCTION chain_audit();
DROP FUNCTION chained(audit);
CREATE INDEX audit_pending ON audit (id) WHERE n = 0;
ALTER TABLE audit_head ADD COLUMN seal text COLLATE "C" NOT NULL DEFAULT '';

CREATE FUNCTION refuse_unchained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of the audit is chained by the program, and not without it';
END $$;
CREATE TRIGGER audit_comes_pending BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.hash = '')
EXECUTE FUNCTION refuse_unchained();

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.n = 0 AND OLD.hash = 'pending' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'rows of the audit are not changed';
  END IF;
  IF EXISTS (SELECT 1 FROM audit_start WHERE n >= OLD.n AND OLD.n > 0 AND OLD.at < before) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'rows of the audit are not deleted before they are old';
END $$;
