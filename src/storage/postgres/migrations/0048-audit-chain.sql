-- Each row of the audit has its number and a hash over itself and the hash before it: who changes or
-- removes one changes all that follow.
ALTER TABLE audit ADD COLUMN n bigint NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN hash text COLLATE "C" NOT NULL DEFAULT '';
CREATE UNIQUE INDEX audit_in_order ON audit (n) WHERE n > 0;

CREATE TABLE audit_head (
  one bigint PRIMARY KEY CHECK (one = 1),
  n bigint NOT NULL,
  hash text COLLATE "C" NOT NULL
);
INSERT INTO audit_head VALUES (1, 0, '');

-- The row of the head stays locked until the commit, so numbers and hashes follow each other.
CREATE FUNCTION chained(entry audit) RETURNS audit LANGUAGE plpgsql AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO head FROM audit_head FOR UPDATE;
  entry.n := head.n + 1;
  entry.hash := encode(sha256(convert_to(concat_ws(chr(31), head.hash, entry.n, entry.id, entry.at, entry.actor,
    coalesce(entry.account_id::text, ''), entry.action, entry.target, entry.details), 'UTF8')), 'hex');
  UPDATE audit_head SET n = entry.n, hash = entry.hash;
  RETURN entry;
END $$;

DO $$
DECLARE
  entry audit;
BEGIN
  FOR entry IN SELECT * FROM audit ORDER BY id LOOP
    entry := chained(entry);
    UPDATE audit SET n = entry.n, hash = entry.hash WHERE id = entry.id;
  END LOOP;
END $$;

CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN chained(NEW);
END $$;
CREATE TRIGGER audit_chained BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.hash = '') EXECUTE FUNCTION chain_audit();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of the audit are neither changed nor deleted';
END $$;
CREATE TRIGGER audit_unchanged BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
