-- Processes that run on this database, and what each may work on alone.

-- The clock that decides when a lease is over, whatever the clocks of the processes say.
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';

CREATE TABLE process (
  id bigint PRIMARY KEY,
  host text COLLATE "C" NOT NULL,
  pid bigint NOT NULL,
  version text COLLATE "C" NOT NULL,
  roles text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  draining smallint NOT NULL CHECK (draining = 0 OR draining = 1)
);

-- A row stays when its lease is given up: the epoch never goes back.
CREATE TABLE lease (
  name text COLLATE "C" PRIMARY KEY,
  owner bigint,
  epoch bigint NOT NULL CHECK (epoch > 0),
  expires_at bigint NOT NULL
);

-- Processes hear at once what is seldom and what they otherwise find by looking: a change of settings,
-- a lease given up, a process that came or went. Never in the transactions of messages.
CREATE FUNCTION tell_processes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parley', TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER settings_changed AFTER UPDATE ON settings_version
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processes('settings');
CREATE TRIGGER lease_given_up AFTER UPDATE OF owner ON lease
  FOR EACH ROW WHEN (NEW.owner IS NULL AND OLD.owner IS NOT NULL)
  EXECUTE FUNCTION tell_processes('leases');
CREATE TRIGGER process_came_or_went AFTER INSERT OR DELETE OR UPDATE OF draining ON process
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processes('leases');
