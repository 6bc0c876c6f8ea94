-- The schema of an installation on a PostgreSQL server, by noun. sqlite/schema.sql has the same tables.
--
-- Instants are integer milliseconds, money integer millionths, yes and no 1 and 0.
-- Every text is compared octet by octet (COLLATE "C"), so that the names of an engine's lanes stand together in any
-- locale of the server. Rows that are often updated leave room in their pages (fillfactor), so that the new version
-- stands beside the old one and no index is touched.

-- -------- The installation: settings, ids, processes ----------------------------------------------------------------

-- The version of this schema: 1, and one more for each upgrade (upgrades/).
CREATE TABLE schema_version (
  one integer PRIMARY KEY CHECK (one = 1),
  version integer NOT NULL
);
INSERT INTO schema_version VALUES (1, 0);

-- The clock that decides when a lease is over, whatever the clocks of the processes say.
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';

-- Processes hear at once what is rare and what they otherwise find by polling: a change of settings, a lease given up,
-- a process that came or went. Never in the transactions of messages.
CREATE FUNCTION tell_processes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parley', TG_ARGV[0]);
  RETURN NULL;
END $$;

-- Raised by each change of settings, so that a process knows that it must read them again.
CREATE TABLE settings_version (
  one integer PRIMARY KEY CHECK (one = 1),
  version bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO settings_version VALUES (1, 1);

CREATE TRIGGER settings_changed AFTER UPDATE ON settings_version
  FOR EACH STATEMENT EXECUTE FUNCTION tell_processes('settings');

CREATE TABLE setting (
  name text COLLATE "C" PRIMARY KEY,
  value text COLLATE "C" NOT NULL
);

-- Processes reserve ids in blocks; what a process has not used when it ends is never used. The account's block starts
-- here, because its first movements of money name its id before the commit.
CREATE TABLE id_block (
  name text COLLATE "C" PRIMARY KEY,
  next bigint NOT NULL CHECK (next > 0)
) WITH (fillfactor = 50);
INSERT INTO id_block VALUES ('account', 1);

-- One row a day: every id given before that instant is below these. Old rows are found by id, so that tables written
-- for each message need no index by age.
CREATE TABLE id_mark (
  at bigint PRIMARY KEY,
  message bigint NOT NULL,
  job bigint NOT NULL,
  submitted_part bigint NOT NULL,
  email bigint NOT NULL DEFAULT 9007199254740991
);

-- Raised by each commit of retention: of two processes that work on it, one goes on.
CREATE TABLE retention_round (
  name text COLLATE "C" PRIMARY KEY,
  round bigint NOT NULL
) WITH (fillfactor = 50);

-- Processes that run on this database.
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

-- For each row: a process that renews its leases runs an insert with ON CONFLICT and a delete that meet no row, and
-- would be told of itself, renew, and so on without end.
CREATE TRIGGER process_came_or_went AFTER INSERT OR DELETE ON process
  FOR EACH ROW EXECUTE FUNCTION tell_processes('leases');
CREATE TRIGGER process_drains AFTER UPDATE OF draining ON process
  FOR EACH ROW WHEN (NEW.draining <> OLD.draining) EXECUTE FUNCTION tell_processes('leases');

-- What each process may work on alone. A row stays when its lease is given up: the epoch never goes back.
CREATE TABLE lease (
  name text COLLATE "C" PRIMARY KEY,
  owner bigint,
  epoch bigint NOT NULL CHECK (epoch > 0),
  expires_at bigint NOT NULL
);

CREATE TRIGGER lease_given_up AFTER UPDATE OF owner ON lease
  FOR EACH ROW WHEN (NEW.owner IS NULL AND OLD.owner IS NOT NULL)
  EXECUTE FUNCTION tell_processes('leases');

-- What a process holds in memory, for pages that another process shows; rewritten every few seconds.
CREATE TABLE process_note (
  subject text COLLATE "C" NOT NULL CHECK (subject <> ''),
  process_id bigint NOT NULL,
  value text COLLATE "C" NOT NULL,
  noted_at bigint NOT NULL,
  PRIMARY KEY (subject, process_id)
);

-- -------- Accounts: keys, policies, money ---------------------------------------------------------------------------

CREATE TABLE account (
  id bigint PRIMARY KEY,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  email text COLLATE "C" NOT NULL,
  firstname text COLLATE "C" NOT NULL DEFAULT '',
  lastname text COLLATE "C" NOT NULL DEFAULT '',
  currency text COLLATE "C" NOT NULL CHECK (length(currency) = 3),
  home_country text COLLATE "C" NOT NULL CHECK (length(home_country) = 2),
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'disabled' OR state = 'blocked'),
  balance bigint NOT NULL,
  test_balance bigint NOT NULL,
  created_at bigint NOT NULL,
  -- A sub-account's parent, which pays for it by moving credit to it.
  parent_id bigint REFERENCES account,
  removed_at bigint,
  -- Whether texts may be written in GSM characters that look alike.
  transliterate text COLLATE "C" NOT NULL DEFAULT 'off'
    CHECK (transliterate = 'off' OR transliterate = 'punctuation' OR transliterate = 'letters'),
  -- Where a request may carry the key of the account.
  key_places text COLLATE "C" NOT NULL DEFAULT 'any' CHECK (key_places IN ('any', 'body', 'header')),
  -- How the account's XML is written.
  xml_form text COLLATE "C" NOT NULL DEFAULT 'named' CHECK (xml_form IN ('named', 'positional')),
  -- The balance below which the account's people are alerted.
  alert_level bigint,
  -- Since when the balance is below it.
  alerted_at bigint,
  -- Alerts before this one.
  alerts bigint NOT NULL DEFAULT 0,
  -- IANA name of the wall clock that notices to the account use.
  time_zone text COLLATE "C" NOT NULL DEFAULT 'Europe/Paris' CHECK (time_zone <> '')
) WITH (fillfactor = 50);
CREATE INDEX account_of_parent ON account (parent_id, id) WHERE parent_id IS NOT NULL;

CREATE TABLE api_key (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  bases text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  prefix text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE,
  created_at bigint NOT NULL,
  revoked_at bigint,
  -- Last use, to the minute.
  used_at bigint,
  -- Networks the key may be used from; empty: any.
  cidrs text COLLATE "C" NOT NULL DEFAULT '',
  scopes text COLLATE "C",
  expires_at bigint
);
CREATE INDEX api_key_of_account ON api_key (account_id, id);

-- Accounts without a row have the defaults.
CREATE TABLE account_policy (
  account_id bigint PRIMARY KEY REFERENCES account,
  trust text COLLATE "C" NOT NULL CHECK (trust = 'new' OR trust = 'trusted'),
  -- `home`, `all`, or country codes with a space between.
  countries text COLLATE "C" NOT NULL,
  costly_numbers integer NOT NULL CHECK (costly_numbers = 0 OR costly_numbers = 1),
  marketing integer NOT NULL CHECK (marketing = 0 OR marketing = 1),
  -- Whether marketing waits: as the account chose, or by the rules of its own country.
  quiet text COLLATE "C" NOT NULL DEFAULT 'country' CHECK (quiet = 'on' OR quiet = 'off' OR quiet = 'country'),
  -- Whether the account is refunded for what its operators report as not delivered.
  refund_undelivered integer NOT NULL DEFAULT 0 CHECK (refund_undelivered = 0 OR refund_undelivered = 1)
);

CREATE TABLE limit_exception (
  account_id bigint NOT NULL REFERENCES account,
  -- 0: the whole account.
  key_id bigint NOT NULL,
  rule text COLLATE "C" NOT NULL,
  max bigint NOT NULL CHECK (max >= 0),
  action text COLLATE "C" NOT NULL
    CHECK (action = 'block' OR action = 'hold' OR action = 'alert' OR action = 'ignore'),
  PRIMARY KEY (account_id, key_id, rule)
);

-- What all processes have counted.
CREATE TABLE limit_window (
  rule text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (rule, subject, starts_at)
) WITH (fillfactor = 50);
CREATE INDEX limit_window_by_end ON limit_window (ends_at);

-- Movements of money, except for debits of SMS: those are the message rows.
CREATE TABLE movement (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  kind text COLLATE "C" NOT NULL
    CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer' OR kind = 'email'
      OR kind = 'email refund' OR kind = 'rent' OR kind = 'call'),
  amount bigint NOT NULL,
  actor text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  recipient_id bigint,
  -- Depends on the kind: the id of an email, a number and its month, the id of a call.
  subject text COLLATE "C",
  CHECK ((kind = 'refund') = (recipient_id IS NOT NULL))
);
-- A recipient is refunded once.
CREATE UNIQUE INDEX refund_of_recipient ON movement (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX movement_of_account ON movement (account_id, purse, at);
CREATE UNIQUE INDEX movement_of_subject ON movement (kind, subject) WHERE subject IS NOT NULL;
-- The ledger goes by time and shows messages, and what was given back of them, by the hour: a balance above a line is
-- added up in these indexes alone.
CREATE INDEX movement_line ON movement (account_id, purse, at, id, amount)
  WHERE kind <> 'email' AND kind <> 'refund' AND kind <> 'email refund';
CREATE INDEX given_back ON movement (account_id, purse, at, kind, amount) WHERE kind = 'refund' OR kind = 'email refund';

-- The cost of deleted messages, so that an account's balance remains the sum of its rows.
CREATE TABLE spent (
  account_id bigint NOT NULL REFERENCES account,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, purse)
) WITH (fillfactor = 50);

-- What each account has sent and its cost, by the hour, so that a year is shown without reading its messages. Written
-- in the commit that accepts them; refunds are in `movement`.
CREATE TABLE spent_hour (
  account_id bigint NOT NULL,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  product text COLLATE "C" NOT NULL CHECK (product = 'sms' OR product = 'email'),
  cost bigint NOT NULL CHECK (cost >= 0),
  parts bigint NOT NULL CHECK (parts > 0),
  PRIMARY KEY (account_id, purse, starts_at, product)
) WITH (fillfactor = 50);

-- Networks (IPv4 /16, IPv6 /32) that keys were used from. The account's owners are told once of a new one.
CREATE TABLE key_network (
  key_id bigint NOT NULL REFERENCES api_key,
  network text COLLATE "C" NOT NULL CHECK (network <> ''),
  seen_at bigint NOT NULL,
  news smallint NOT NULL CHECK (news = 0 OR news = 1),
  told_at bigint,
  PRIMARY KEY (key_id, network)
);
CREATE INDEX key_network_untold ON key_network (key_id) WHERE news = 1 AND told_at IS NULL;

-- Requests of the HTTP interface, masked, for the people of the account.
CREATE TABLE api_request (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  at bigint NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  status bigint NOT NULL,
  code bigint,
  refusal text COLLATE "C",
  duration_ms bigint NOT NULL,
  key_id bigint,
  network text COLLATE "C" NOT NULL,
  octets bigint NOT NULL,
  parameters text COLLATE "C" NOT NULL,
  answer text COLLATE "C" NOT NULL,
  -- Requests of the same second that were counted and not kept.
  skipped bigint NOT NULL,
  -- Of the row, about: what the bound of an account is counted in.
  size bigint NOT NULL
);
CREATE INDEX api_request_of_account ON api_request (account_id, id, size);

-- -------- People: sign-in, roles, audit -----------------------------------------------------------------------------

-- People who sign in to the dashboard; their roles in accounts are in `membership`.
CREATE TABLE dashboard_user (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- In lower case.
  email text COLLATE "C" NOT NULL UNIQUE CHECK (email <> ''),
  name text COLLATE "C" NOT NULL DEFAULT '',
  language text COLLATE "C" CHECK (language = 'en' OR language = 'fr'),
  -- Empty: signs in without a password.
  password_hash text COLLATE "C" NOT NULL,
  administrator bigint NOT NULL CHECK (administrator = 0 OR administrator = 1),
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'disabled'),
  created_at bigint NOT NULL,
  -- Of an authenticator app.
  totp_secret text COLLATE "C",
  -- The last step that was used, so that a code works once.
  totp_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE membership (
  user_id bigint NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES account,
  role text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, account_id)
);
CREATE INDEX membership_of_account ON membership (account_id, user_id);

CREATE TABLE user_session (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  created_at bigint NOT NULL,
  active_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  fresh_until bigint NOT NULL,
  factors text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  agent text COLLATE "C" NOT NULL
);
CREATE INDEX user_session_of_user ON user_session (user_id, id);

-- Links that let a person in once: to an account, or back to their own sign-in.
CREATE TABLE user_link (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'invitation' OR kind = 'reset' OR kind = 'password'),
  email text COLLATE "C" NOT NULL,
  -- Of an invitation to an account.
  account_id bigint REFERENCES account,
  role text COLLATE "C",
  administrator bigint NOT NULL CHECK (administrator = 0 OR administrator = 1),
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
);
CREATE INDEX user_link_of_account ON user_link (account_id, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX user_link_of_email ON user_link (email);

-- New addresses that people want to sign in by, until they show that its mail reaches them.
CREATE TABLE address_change (
  hash text COLLATE "C" NOT NULL PRIMARY KEY,
  user_id bigint NOT NULL UNIQUE REFERENCES dashboard_user ON DELETE CASCADE,
  email text COLLATE "C" NOT NULL CHECK (email <> ''),
  created_at bigint NOT NULL,
  ends_at bigint NOT NULL
);
CREATE INDEX address_change_of_email ON address_change (email);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- WebAuthn credentials: a browser's authenticator signs with them in place of a password.
CREATE TABLE passkey (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  -- In base64url, like the key.
  credential text COLLATE "C" NOT NULL UNIQUE,
  public_key text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  -- The host it was made for: it works at no other.
  host text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  used_at bigint
);
CREATE INDEX passkey_of_user ON passkey (user_id, id);

-- Challenges that were answered, until they expire: each is good once.
CREATE TABLE used_challenge (
  challenge text COLLATE "C" NOT NULL PRIMARY KEY,
  ends_at bigint NOT NULL
);
CREATE INDEX used_challenge_by_end ON used_challenge (ends_at);

-- Accounts that administrators see as their people do: one each, in one session, for half an hour.
CREATE TABLE account_view (
  user_id bigint PRIMARY KEY REFERENCES dashboard_user ON DELETE CASCADE,
  session_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES account,
  reason text COLLATE "C" NOT NULL CHECK (reason <> ''),
  ends_at bigint NOT NULL
);

-- Rate limits of tries over all processes. The key is a hash, so that what people type is not kept.
CREATE TABLE try_count (
  key text COLLATE "C" NOT NULL PRIMARY KEY,
  count bigint NOT NULL CHECK (count >= 0),
  -- The end of its pause, or of its window.
  until_at bigint NOT NULL
);
CREATE INDEX try_count_by_end ON try_count (until_at);

CREATE TABLE audit (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  actor text COLLATE "C" NOT NULL,
  account_id bigint,
  action text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  -- The new state, as JSON, without secrets.
  details text COLLATE "C" NOT NULL,
  -- Each row has its number and a hash over itself and the hash before it: a change or a removal shows in all rows that
  -- follow. A row comes as 'pending' and is chained by the process, which holds the key, in the same transaction.
  n bigint NOT NULL DEFAULT 0,
  hash text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX audit_of_account ON audit (account_id, id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX audit_in_order ON audit (n) WHERE n > 0;
CREATE INDEX audit_pending ON audit (id) WHERE n = 0;

-- The end of the chain, with a seal made by the same key, which shows when rows were cut off the end.
CREATE TABLE audit_head (
  one bigint PRIMARY KEY CHECK (one = 1),
  n bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  seal text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO audit_head (one, n, hash) VALUES (1, 0, '');

-- The beginning of the chain: number and hash of the last row that was deleted. A row may be deleted once the beginning
-- is behind it, and the beginning moves past rows of more than 731 days alone. The age that rows must have (`before`)
-- moves by a day in half a day at most: a clock that jumps a year ahead costs a day of the trail, not a year.
CREATE TABLE audit_start (
  one bigint PRIMARY KEY CHECK (one = 1),
  n bigint NOT NULL,
  hash text COLLATE "C" NOT NULL,
  before bigint NOT NULL,
  moved_at bigint NOT NULL
);
INSERT INTO audit_start VALUES (1, 0, '', greatest(now_ms() - 731::bigint * 86400000, 1704067200000), 0);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION refuse_unchained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of the audit is chained by the program, and not without it';
END $$;

CREATE TRIGGER audit_start_unchanged BEFORE UPDATE OR DELETE ON audit_start
FOR EACH ROW EXECUTE FUNCTION refuse_audit_start();

CREATE TRIGGER audit_unchanged BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_comes_pending BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.hash = '')
EXECUTE FUNCTION refuse_unchained();

-- -------- Operators: SMSC links, routes, prices ---------------------------------------------------------------------

CREATE TABLE operator (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
  built_in smallint NOT NULL CHECK (built_in = 0 OR built_in = 1),
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'removed'),
  sealed_password text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  -- What happens to an operator that is to be left: it stays, gets nothing new, or loses what waits too.
  course text COLLATE "C" NOT NULL DEFAULT 'stays' CHECK (course = 'stays' OR course = 'drains' OR course = 'leaves')
);

-- The state of binds, as the process that holds them has seen it last.
CREATE TABLE operator_health (
  operator_id bigint NOT NULL,
  bind integer NOT NULL,
  -- Null while it is up.
  down_since bigint,
  noted_at bigint NOT NULL,
  -- Since when submits go unanswered although the bind is up.
  silent_since bigint,
  PRIMARY KEY (operator_id, bind)
) WITH (fillfactor = 50);

CREATE TABLE route (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  prefix text COLLATE "C" NOT NULL,
  -- MCC and MNC; empty: all networks.
  network text COLLATE "C" NOT NULL,
  -- 0: either.
  grade integer NOT NULL CHECK (grade BETWEEN 0 AND 2),
  -- Kinds of sender with a space between; empty: any.
  senders text COLLATE "C" NOT NULL,
  operator_id bigint NOT NULL REFERENCES operator,
  priority integer NOT NULL CHECK (priority > 0),
  weight integer NOT NULL CHECK (weight > 0),
  buy_price bigint CHECK (buy_price >= 0),
  enabled integer NOT NULL CHECK (enabled = 0 OR enabled = 1),
  UNIQUE (prefix, network, grade, senders, operator_id)
);

-- MCC and MNC by the prefix of a number, where a list was imported.
CREATE TABLE network_prefix (
  prefix text COLLATE "C" PRIMARY KEY,
  network text COLLATE "C" NOT NULL
);

CREATE TABLE price (
  -- 0: all accounts that have no price of their own.
  account_id bigint NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  -- In force from then on.
  from_at bigint NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, prefix, from_at)
);

-- Accounts' binds to our SMPP server; the settings as JSON.
CREATE TABLE smpp_user (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  system_id text COLLATE "C" NOT NULL UNIQUE CHECK (system_id <> ''),
  password_hash text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'suspended'),
  settings text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);

-- Present binds in any process; one that is not seen for a while has ended with its process.
CREATE TABLE smpp_bind (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  process text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode = 'tx' OR mode = 'rx' OR mode = 'trx'),
  address text COLLATE "C" NOT NULL,
  bound_at bigint NOT NULL,
  seen_at bigint NOT NULL
);
CREATE INDEX smpp_bind_of_user ON smpp_bind (user_id);
CREATE INDEX smpp_bind_of_process ON smpp_bind (process);

-- -------- The queue: jobs in per-destination lanes ------------------------------------------------------------------

-- A row exists only while work is pending. Each leaves a dead one behind: they are vacuumed by number, not by share,
-- because the table is empty most of the time, and without pauses.
CREATE TABLE job (
  id bigint PRIMARY KEY,
  lane text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 0),
  order_key text COLLATE "C",
  expires_at bigint NOT NULL,
  subject bigint NOT NULL,
  -- Submits of a part that got no answer; kept with its job, so that a restart does not begin anew.
  unanswered integer NOT NULL DEFAULT 0 CHECK (unanswered >= 0),
  -- 1: a delivery beside the first one of its event, which the event's row names.
  further smallint NOT NULL DEFAULT 0 CHECK (further = 0 OR further = 1)
) WITH (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 100000
);
CREATE INDEX job_of_lane ON job (lane, due_at, id);
CREATE INDEX job_in_retry ON job (lane, order_key) WHERE attempt > 0;
-- Cancelling an email finds the jobs of its mails here instead of walking all lanes of mails.
CREATE INDEX job_of_mail ON job (subject) WHERE lane >= 'mail-' AND lane < 'mail0';
-- Pages show which deliveries of an event are pending, tried or not. Most events have one, and name its job.
CREATE INDEX job_of_event ON job (subject) WHERE further = 1;

CREATE TABLE lane_state (
  lane text COLLATE "C" PRIMARY KEY,
  open_until bigint NOT NULL,
  failures integer NOT NULL,
  failing_since bigint NOT NULL,
  failed_attempts bigint NOT NULL DEFAULT 0,
  -- How many of the warnings before an endpoint is given up were sent.
  warned integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Lanes that a person has paused: their owners hand nothing out until the row is gone.
CREATE TABLE lane_pause (
  lane text COLLATE "C" PRIMARY KEY,
  since bigint NOT NULL,
  actor text COLLATE "C" NOT NULL
);

-- Orders of people for texts that wait: each owner of lanes does its share, batch by batch.
CREATE TABLE lane_task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'cancel' OR kind = 'move'),
  -- JSON: which texts.
  filter text COLLATE "C" NOT NULL,
  -- Of a move.
  to_operator_id bigint REFERENCES operator,
  actor text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'open' OR state = 'done' OR state = 'stopped'),
  ended_at bigint,
  -- Texts cancelled or moved so far.
  texts bigint NOT NULL DEFAULT 0
);
CREATE INDEX lane_task_open ON lane_task (id) WHERE state = 'open';

-- Owners of lanes (sms/3/0) that have nothing left to do for a task.
CREATE TABLE lane_task_step (
  task_id bigint NOT NULL REFERENCES lane_task,
  owner text COLLATE "C" NOT NULL,
  PRIMARY KEY (task_id, owner)
);

-- -------- SMS that are sent -----------------------------------------------------------------------------------------

-- Every row is deleted one day, the oldest first, and each walk over old rows begins where the dead ones are: a million
-- of them cost it half a second. So they are vacuumed at one per cent, not at twenty.
CREATE TABLE message (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  key_id bigint NOT NULL,
  accepted_at bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  tag text COLLATE "C" NOT NULL,
  class text COLLATE "C" NOT NULL CHECK (class = 'urgent' OR class = 'normal' OR class = 'bulk'),
  valid_until bigint NOT NULL,
  scheduled_at bigint,
  report_url text COLLATE "C",
  report_endpoint_id bigint,
  cost bigint NOT NULL CHECK (cost >= 0),
  currency text COLLATE "C" NOT NULL,
  test smallint NOT NULL CHECK (test = 0 OR test = 1),
  request_id text COLLATE "C" NOT NULL,
  -- What SMPP says beyond a request by HTTP, as JSON; null for other requests.
  submission text COLLATE "C",
  -- The client's own id of its request, beside ours; empty: none.
  client_request_id text COLLATE "C" NOT NULL DEFAULT ''
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
-- Most messages have no tag.
CREATE INDEX message_of_tag ON message (account_id, tag, id) WHERE tag <> '';
-- Ids grow with time, so this is the order of time as well.
CREATE INDEX message_of_account ON message (account_id, id);
-- Most messages have no such id.
CREATE INDEX message_client_request ON message (account_id, client_request_id, id) WHERE client_request_id <> '';

-- id = message id × 512 + place; the sets of parts are bits, so that a repeat changes nothing.
CREATE TABLE recipient (
  id bigint PRIMARY KEY,
  phone text COLLATE "C" NOT NULL,
  operator_id bigint NOT NULL,
  parts integer NOT NULL CHECK (parts BETWEEN 1 AND 10),
  concat_reference integer NOT NULL,
  cost bigint NOT NULL CHECK (cost >= 0),
  state text COLLATE "C" NOT NULL
    CHECK (state = 'accepted' OR state = 'waiting' OR state = 'delivered' OR state = 'not delivered'),
  reason text COLLATE "C" NOT NULL DEFAULT '',
  changed_at bigint NOT NULL,
  delivered_parts integer NOT NULL DEFAULT 0,
  refused_parts integer NOT NULL DEFAULT 0,
  -- Null: the message's own text.
  text text COLLATE "C",
  -- How the text is encoded (sms/text/form.ts): it depends on the operator, so it stands with the recipient.
  form text COLLATE "C" NOT NULL DEFAULT 'gsm7/udh8/00',
  -- The ids of the events that told its states, each with a blank behind it: an index on events would cost each of them.
  event_ids text COLLATE "C" NOT NULL DEFAULT '',
  -- The first submit of its first part: most recipients have no other. All others are rows of further_submit, which says
  -- what the columns mean.
  first_submit_id bigint,
  first_operator_id bigint,
  first_remote_id text COLLATE "C",
  first_submitted_at bigint,
  first_outcome text COLLATE "C"
    CHECK (first_outcome = 'waiting' OR first_outcome = 'delivered' OR first_outcome = 'not delivered'),
  first_word text COLLATE "C" NOT NULL DEFAULT '',
  first_error text COLLATE "C" NOT NULL DEFAULT '',
  first_reported_at bigint,
  first_awaited smallint CHECK (first_awaited = 0 OR first_awaited = 1)
) WITH (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
CREATE INDEX recipient_of_phone ON recipient (phone, id);
-- Reports are found by operator and id; the time lets the overdue ones be found without their rows.
CREATE INDEX recipient_awaited ON recipient (first_operator_id, first_remote_id, first_submitted_at)
  WHERE first_awaited = 1;

-- Idempotency keys and the replies to be repeated.
CREATE TABLE idempotent_request (
  account_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  reply text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at);

-- Why a recipient's parts take their route, where there was more than one.
CREATE TABLE route_choice (
  recipient_id bigint NOT NULL,
  at bigint NOT NULL,
  -- Where they waited before; null: the first choice.
  left_operator_id bigint,
  operator_id bigint NOT NULL,
  reason text COLLATE "C" NOT NULL,
  PRIMARY KEY (recipient_id, at, operator_id)
);

-- Parts about to be submitted, for operators to whom nothing uncertain may be sent again.
CREATE TABLE submit_intent (
  job_id bigint PRIMARY KEY
);

CREATE TABLE further_submit (
  id bigint PRIMARY KEY,
  operator_id bigint NOT NULL,
  -- Normalised by the operator's rules; empty: the operator gave none.
  remote_id text COLLATE "C" NOT NULL,
  part_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  submitted_at bigint NOT NULL,
  -- The last report of this part, in the operator's words.
  outcome text COLLATE "C" CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word text COLLATE "C" NOT NULL DEFAULT '',
  error text COLLATE "C" NOT NULL DEFAULT '',
  reported_at bigint,
  -- 1 until its final report, which keeps the indexes below as small as what is awaited.
  awaited smallint NOT NULL CHECK (awaited = 0 OR awaited = 1)
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
CREATE INDEX further_submit_awaited ON further_submit (operator_id, remote_id, submitted_at) WHERE awaited = 1;
CREATE INDEX further_submit_of_recipient ON further_submit ((part_id / 16));

CREATE VIEW first_submit (
  id, recipient_id, operator_id, remote_id, part_id, phone, submitted_at, outcome, word, error, reported_at, awaited
) AS
SELECT first_submit_id, id, first_operator_id, first_remote_id, id * 16 + 1, phone, first_submitted_at,
  first_outcome, first_word, first_error, first_reported_at, first_awaited
-- In the index of what is awaited, so that it alone is read.
FROM recipient WHERE first_submitted_at IS NOT NULL;

-- Parts that operators took. No index serves a join with it on SQLite: joins go through both tables by themselves.
CREATE VIEW submitted_part AS
SELECT * FROM first_submit
UNION ALL
SELECT id, part_id / 16, operator_id, remote_id, part_id, phone, submitted_at, outcome, word, error, reported_at, awaited
FROM further_submit;

-- Receipts whose part was not found, until it is.
CREATE TABLE unmatched_receipt (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL,
  remote_id text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word text COLLATE "C" NOT NULL,
  error text COLLATE "C" NOT NULL,
  received_at bigint NOT NULL,
  -- How the phone counts in the search for the part.
  address text COLLATE "C" NOT NULL DEFAULT 'prefer'
    CHECK (address = 'prefer' OR address = 'require' OR address = 'ignore'),
  -- When it happened, by the operator's clock.
  done_at bigint
);
CREATE INDEX unmatched_receipt_by_remote_id ON unmatched_receipt (operator_id, remote_id);

-- PDUs as they were sent: of test messages, of refused submits, of links that are traced.
CREATE TABLE message_pdu (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  part_id bigint NOT NULL,
  operator_id bigint NOT NULL,
  at bigint NOT NULL,
  command text COLLATE "C" NOT NULL
    CHECK (command = 'submit_sm' OR command = 'submit_sm_resp' OR command = 'deliver_sm'),
  status bigint NOT NULL,
  octets bytea NOT NULL,
  -- Of a receipt, as the operator wrote it.
  text text COLLATE "C" NOT NULL
);
CREATE INDEX message_pdu_of_part ON message_pdu (part_id);

-- Delivery by the hour in which messages were accepted: counted from the stored facts after their commits
-- (sms/records/figure-counter.ts). No phone stands here, so it outlives the messages.
CREATE TABLE stat_hour (
  account_id bigint NOT NULL,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  country text COLLATE "C" NOT NULL,
  operator_id bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'under way' OR state = 'delivered' OR state = 'not delivered'),
  -- Delivered: the bucket of its delay (core/delays.ts). Not delivered: the reason.
  detail text COLLATE "C" NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  cost bigint NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, country, operator_id, state, detail)
) WITH (fillfactor = 50);

-- Message ids as processes reserve them, and up to which recipient each block is counted.
CREATE TABLE stat_block (
  first bigint PRIMARY KEY,
  beyond bigint NOT NULL CHECK (beyond > first),
  next_recipient_id bigint NOT NULL,
  noted_at bigint NOT NULL
);

-- Recipients that are counted as under way, with that operator.
CREATE TABLE stat_open (
  recipient_id bigint PRIMARY KEY,
  operator_id bigint NOT NULL,
  look_at bigint NOT NULL
);
CREATE INDEX stat_open_by_look ON stat_open (look_at);

-- -------- Numbers of ours -------------------------------------------------------------------------------------------

-- Numbers that people write to. A short number may serve many accounts, a long one serves its own.
CREATE TABLE number (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- E.164 without its plus, or the digits of a short number.
  number text COLLATE "C" NOT NULL UNIQUE CHECK (number <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind = 'long' OR kind = 'short'),
  account_id bigint REFERENCES account,
  -- The operator that serves it; null: any.
  operator_id bigint REFERENCES operator,
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'deactivated'),
  takes_sms integer NOT NULL CHECK (takes_sms = 0 OR takes_sms = 1),
  takes_calls integer NOT NULL CHECK (takes_calls = 0 OR takes_calls = 1),
  created_at bigint NOT NULL,
  -- A virtual number: it can be rented, and its account decides what its calls do.
  can_forward integer NOT NULL DEFAULT 0 CHECK (can_forward = 0 OR can_forward = 1),
  label text COLLATE "C" NOT NULL DEFAULT '',
  -- In millionths of the account's currency, like the price of an incoming minute.
  monthly_price bigint NOT NULL DEFAULT 0 CHECK (monthly_price >= 0),
  minute_price bigint NOT NULL DEFAULT 0 CHECK (minute_price >= 0),
  rented_at bigint,
  -- Null: it costs nothing.
  paid_until bigint,
  deactivated_why text COLLATE "C" NOT NULL DEFAULT '',
  -- Given back, and not to be rented out before.
  free_after bigint
);
CREATE INDEX number_of_account ON number (account_id, id);
CREATE INDEX number_to_pay ON number (paid_until) WHERE paid_until IS NOT NULL;

-- The short number that an account sends from, and the keyword that leads a message to it.
CREATE TABLE account_short_number (
  account_id bigint PRIMARY KEY REFERENCES account,
  number_id bigint NOT NULL REFERENCES number,
  keyword text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX keyword_of_short_number ON account_short_number (number_id, keyword) WHERE keyword <> '';

-- Who had it when.
CREATE TABLE number_history (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  number text COLLATE "C" NOT NULL,
  account_id bigint NOT NULL,
  from_at bigint NOT NULL,
  to_at bigint NOT NULL
);
CREATE INDEX history_of_number ON number_history (number, id);

-- -------- SMS that are received -------------------------------------------------------------------------------------

-- Texts that still lack parts, and for a while those that are complete.
CREATE TABLE inbound_group (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  receiver text COLLATE "C" NOT NULL,
  reference integer NOT NULL,
  total integer NOT NULL CHECK (total BETWEEN 2 AND 255),
  received_at bigint NOT NULL,
  due_at bigint NOT NULL,
  closed integer NOT NULL CHECK (closed = 0 OR closed = 1)
);
CREATE INDEX inbound_group_of_text ON inbound_group (sender, receiver, reference, total, operator_id);
CREATE INDEX inbound_group_due ON inbound_group (due_at) WHERE closed = 0;
CREATE INDEX inbound_group_open ON inbound_group (operator_id, id) WHERE closed = 0;
CREATE INDEX inbound_group_by_age ON inbound_group (received_at) WHERE closed = 1;

CREATE TABLE inbound_part (
  group_id bigint NOT NULL REFERENCES inbound_group,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 255),
  data_coding integer NOT NULL,
  header_octets integer NOT NULL,
  single_shift integer,
  locking_shift integer,
  octets bytea NOT NULL,
  PRIMARY KEY (group_id, number)
);

CREATE TABLE inbound_message (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  receiver text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL
    CHECK (kind = 'reply' OR kind = 'stop' OR kind = 'start' OR kind = 'binary' OR kind = 'unclaimed'),
  -- Null: nobody is known to have asked for it.
  account_id bigint,
  -- Null: the octets are no readable text.
  text text COLLATE "C",
  octets bytea NOT NULL,
  data_coding integer NOT NULL,
  received_at bigint NOT NULL,
  parts_received integer NOT NULL,
  parts_total integer NOT NULL,
  answers_message_id bigint NOT NULL,
  test integer NOT NULL CHECK (test = 0 OR test = 1)
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
CREATE INDEX inbound_message_of_account ON inbound_message (account_id, id);
-- For searches by phone, newest first.
CREATE INDEX inbound_message_of_sender ON inbound_message (account_id, sender, id);

-- The last message from a number of ours to a phone: its account gets the replies.
CREATE TABLE last_sent (
  number text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  test integer NOT NULL CHECK (test = 0 OR test = 1),
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (number, phone, test)
);

-- Where a request wants the replies to its message; others go to the account's own endpoint.
CREATE TABLE reply_address (
  message_id bigint PRIMARY KEY,
  url text COLLATE "C" NOT NULL,
  endpoint_id bigint NOT NULL
);

-- Accounts whose replies are signed inside their bodies.
CREATE TABLE reply_signature (
  account_id bigint PRIMARY KEY REFERENCES account,
  method text COLLATE "C" NOT NULL
    CHECK (method = 'md5hash' OR method = 'md5' OR method = 'sha1' OR method = 'sha256' OR method = 'sha512'),
  sealed_secret text COLLATE "C" NOT NULL
);

-- Phones that opted out of messages from an account.
CREATE TABLE stop_entry (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL CHECK (source = 'reply' OR source = 'client' OR source = 'administrator'),
  created_at bigint NOT NULL,
  UNIQUE (account_id, phone)
);
CREATE INDEX stop_entry_of_account ON stop_entry (account_id, id);

-- The version of the list in `stop_change`.
CREATE TABLE stop_version (
  one integer PRIMARY KEY CHECK (one = 1),
  version bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO stop_version VALUES (1, 0);

-- Changes of the list in the order of the commits, for processes that hold it in memory.
CREATE TABLE stop_change (
  version bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  stopped integer NOT NULL CHECK (stopped = 0 OR stopped = 1)
);

-- The account that wrote a text on a test phone that accounts share.
CREATE TABLE handset_text (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- A digest of phone, number and text.
  mark text COLLATE "C" NOT NULL,
  account_id bigint NOT NULL,
  -- The account's own message that it answers; 0: none.
  message_id bigint NOT NULL,
  written_at bigint NOT NULL
);
CREATE INDEX handset_text_by_mark ON handset_text (mark, id);

-- -------- Address book ----------------------------------------------------------------------------------------------

CREATE TABLE contact_group (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  created_at bigint NOT NULL
);
CREATE INDEX contact_group_of_account ON contact_group (account_id, id);

-- A phone stands in a group once.
CREATE TABLE contact (
  id bigint PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES contact_group,
  phone text COLLATE "C" NOT NULL CHECK (phone <> ''),
  details text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (group_id, phone)
);
CREATE INDEX contact_of_group ON contact (group_id, id);

-- -------- Campaigns -------------------------------------------------------------------------------------------------

-- A text with fields to the contacts of a group, handed over slice by slice. The group may go meanwhile.
CREATE TABLE campaign (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  test smallint NOT NULL CHECK (test = 0 OR test = 1),
  group_id bigint NOT NULL,
  -- Empty: the account's own.
  sender text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  says_stop smallint NOT NULL CHECK (says_stop = 0 OR says_stop = 1),
  marketing smallint NOT NULL CHECK (marketing = 0 OR marketing = 1),
  cost_max bigint CHECK (cost_max >= 0),
  state text COLLATE "C" NOT NULL CHECK (state = 'running' OR state = 'paused' OR state = 'done' OR state = 'cancelled'),
  -- Why it paused by itself; empty: somebody paused it.
  reason text COLLATE "C" NOT NULL DEFAULT '',
  starts_at bigint NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint,
  -- Of the group when it was made, and the last of them: those that come later are not meant.
  contacts integer NOT NULL CHECK (contacts > 0),
  last_contact_id bigint NOT NULL,
  -- How far it was handed over.
  through_contact_id bigint NOT NULL DEFAULT 0,
  slices integer NOT NULL DEFAULT 0,
  -- There is something to do for its state.
  pending smallint NOT NULL DEFAULT 1 CHECK (pending = 0 OR pending = 1)
);
CREATE INDEX campaign_of_account ON campaign (account_id, id);
CREATE INDEX campaign_pending ON campaign (starts_at, id) WHERE pending = 1;

-- Noted before it is sent: the process that goes on after a crash sends the same contacts under the same key, once.
CREATE TABLE campaign_slice (
  campaign_id bigint NOT NULL REFERENCES campaign,
  n integer NOT NULL CHECK (n > 0),
  after_contact_id bigint NOT NULL,
  through_contact_id bigint NOT NULL CHECK (through_contact_id > after_contact_id),
  contacts integer NOT NULL CHECK (contacts > 0),
  -- Null: it is under way.
  sent_at bigint,
  -- Null: it is under way, or nobody of it could be sent to.
  message_id bigint,
  recipients integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  cost bigint NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  not_delivered integer NOT NULL DEFAULT 0,
  -- {"stopped": 3}
  skipped text COLLATE "C" NOT NULL DEFAULT '{}',
  -- When its recipients are counted next; null: all of them have ended.
  look_at bigint,
  PRIMARY KEY (campaign_id, n)
);
CREATE INDEX campaign_slice_to_count ON campaign_slice (look_at) WHERE look_at IS NOT NULL;

-- -------- Webhooks --------------------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoint (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  source text COLLATE "C" NOT NULL
    CHECK (source = 'reply' OR source = 'report' OR source = 'email' OR source = 'request' OR source = 'extra'),
  url text COLLATE "C" NOT NULL,
  -- One of each per account; for `request` one per origin; of `extra` any number.
  origin text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'disabled'),
  reason text COLLATE "C" NOT NULL DEFAULT '',
  -- [{"sealed", "madeAtMs", "untilMs"}], newest first.
  sealed_secrets text COLLATE "C" NOT NULL,
  in_flight_max integer NOT NULL DEFAULT 8 CHECK (in_flight_max BETWEEN 1 AND 64),
  created_at bigint NOT NULL,
  -- Kinds with a comma between; empty: all.
  events text COLLATE "C" NOT NULL DEFAULT '',
  rate_per_s integer CHECK (rate_per_s BETWEEN 1 AND 10000),
  ordering text COLLATE "C" NOT NULL DEFAULT 'key'
    CHECK (ordering = 'none' OR ordering = 'key' OR ordering = 'strict'),
  timeout_ms integer NOT NULL DEFAULT 15000 CHECK (timeout_ms BETWEEN 1000 AND 30000),
  -- Seconds between attempts with a comma between; empty: the default schedule.
  schedule text COLLATE "C" NOT NULL DEFAULT '',
  sealed_headers text COLLATE "C" NOT NULL DEFAULT '',
  -- PEM; empty: the authorities that the machine trusts.
  ca text COLLATE "C" NOT NULL DEFAULT '',
  -- PEM of our client certificate; empty: none.
  certificate text COLLATE "C" NOT NULL DEFAULT '',
  sealed_key text COLLATE "C" NOT NULL DEFAULT '',
  auto_disable smallint NOT NULL DEFAULT 1 CHECK (auto_disable = 0 OR auto_disable = 1),
  -- Raised when the lane's owner must drop what it holds: its jobs have changed in the table.
  generation bigint NOT NULL DEFAULT 0,
  -- No job of its lane expires before.
  expiry_floor bigint NOT NULL DEFAULT 0,
  state_since bigint NOT NULL DEFAULT 0,
  -- Signatures besides the default one, names with a comma between.
  signatures text COLLATE "C" NOT NULL DEFAULT '',
  -- For those signatures that need a key of their own.
  sealed_signing_key text COLLATE "C" NOT NULL DEFAULT '',
  -- Events before this instant are dropped.
  drop_before bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX webhook_endpoint_one ON webhook_endpoint (account_id, source, origin) WHERE source <> 'extra';
CREATE INDEX webhook_endpoint_extra ON webhook_endpoint (account_id, id) WHERE source = 'extra';
-- Counted for each reading of the metrics: nearly all endpoints are active.
CREATE INDEX webhook_endpoint_at_rest ON webhook_endpoint (state) WHERE state <> 'active';

CREATE TABLE webhook_event (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  order_key text COLLATE "C" NOT NULL,
  url text COLLATE "C",
  body bytea NOT NULL,
  created_at bigint NOT NULL,
  test smallint NOT NULL CHECK (test = 0 OR test = 1),
  -- The first delivery: its job from the start, and its first attempt once that was received. All other attempts
  -- are rows of webhook_attempt.
  first_endpoint_id bigint,
  first_job_id bigint,
  first_at bigint,
  first_status integer,
  first_error text COLLATE "C",
  first_duration_ms integer,
  first_ip text COLLATE "C",
  first_response_head text COLLATE "C",
  first_response_body text COLLATE "C",
  first_url text COLLATE "C",
  first_resolve_ms integer,
  first_connect_ms integer,
  first_tls_ms integer,
  first_answer_ms integer
) WITH (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
CREATE INDEX webhook_event_of_account ON webhook_event (account_id, id);

CREATE TABLE webhook_attempt (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  job_id bigint NOT NULL,
  n integer NOT NULL,
  at bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL
    CHECK (outcome = 'delivered' OR outcome = 'retry' OR outcome = 'expired' OR outcome = 'superseded'
      OR outcome = 'gone' OR outcome = 'dropped' OR outcome = 'forbidden'),
  status integer NOT NULL,
  error text COLLATE "C" NOT NULL,
  duration_ms integer NOT NULL,
  ip text COLLATE "C" NOT NULL,
  response_head text COLLATE "C" NOT NULL,
  response_body text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL DEFAULT '',
  resolve_ms integer NOT NULL DEFAULT 0,
  connect_ms integer NOT NULL DEFAULT 0,
  tls_ms integer NOT NULL DEFAULT 0,
  answer_ms integer NOT NULL DEFAULT 0
) WITH (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 50000
);
CREATE INDEX webhook_attempt_of_event ON webhook_attempt (event_id, endpoint_id);
CREATE INDEX webhook_attempt_undelivered ON webhook_attempt (endpoint_id, id) WHERE outcome <> 'delivered';

-- Attempts at endpoints by the hour (webhooks/attempt-counts.ts): no event stands here, so it outlives them.
CREATE TABLE endpoint_hour (
  endpoint_id bigint NOT NULL,
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  outcome text COLLATE "C" NOT NULL CHECK (outcome = 'delivered' OR outcome = 'failed'),
  -- How long they took (core/delays.ts); 0: nothing was sent.
  bucket bigint NOT NULL CHECK (bucket >= 0),
  attempts bigint NOT NULL CHECK (attempts > 0),
  PRIMARY KEY (endpoint_id, starts_at, outcome, bucket)
) WITH (fillfactor = 50);

-- The last deleted event of each stream: a reader behind it has missed events.
CREATE TABLE forgotten_event (
  stream bigint PRIMARY KEY CHECK (stream >= 0),
  last_id bigint NOT NULL
);

-- Events to be delivered once more, in slices, so that new ones do not wait behind them.
CREATE TABLE webhook_replay (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  from_at bigint NOT NULL,
  to_at bigint NOT NULL,
  kinds text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL CHECK (outcome = 'any' OR outcome = 'delivered' OR outcome = 'undelivered'),
  phone text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'running' OR state = 'done' OR state = 'cancelled'),
  -- The last event that was looked at.
  after_event_id bigint NOT NULL,
  made bigint NOT NULL,
  first_job_id bigint NOT NULL,
  last_job_id bigint NOT NULL,
  created_at bigint NOT NULL,
  ended_at bigint,
  -- A key replays events of its own mode; null: a person asked, for both.
  mode text COLLATE "C" CHECK (mode IN ('live', 'test'))
);
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (endpoint_id) WHERE state = 'running';

-- The newest requests that the inspector of webhooks has received.
CREATE TABLE inspected_request (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  head text COLLATE "C" NOT NULL,
  answer text COLLATE "C" NOT NULL,
  body bytea NOT NULL
);

-- -------- Email: content, mails, delivery ---------------------------------------------------------------------------

-- Octets of attachments by their SHA-256. Written before the email that names them, and deleted where none does.
CREATE TABLE blob (
  hash text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL CHECK (size >= 0),
  created_at bigint NOT NULL
);

CREATE TABLE blob_piece (
  hash text COLLATE "C" NOT NULL REFERENCES blob,
  place integer NOT NULL,
  octets bytea NOT NULL,
  PRIMARY KEY (hash, place)
);

-- Subject and bodies by the SHA-256 of all that is in them: the same content sent again is stored once.
CREATE TABLE email_content (
  hash text COLLATE "C" PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  html text COLLATE "C" NOT NULL,
  -- Null: made from the html.
  text text COLLATE "C",
  created_at bigint NOT NULL,
  -- The text part made from the html, where the client gave none; null: not yet.
  made_text text COLLATE "C"
);

CREATE TABLE email_attachment (
  content text COLLATE "C" NOT NULL REFERENCES email_content,
  place integer NOT NULL,
  filename text COLLATE "C" NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  blob text COLLATE "C" NOT NULL REFERENCES blob,
  -- The name by which the html shows the file; null: it is an attachment.
  content_id text COLLATE "C",
  PRIMARY KEY (content, place)
);
CREATE INDEX email_attachment_of_blob ON email_attachment (blob);

-- An email is one request, a mail one recipient's copy of it: id = email id × 512 + place.
CREATE TABLE email (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  -- 0: one of our own notices.
  key_id bigint NOT NULL,
  accepted_at bigint NOT NULL,
  scheduled_at bigint,
  valid_until bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  sender_name text COLLATE "C" NOT NULL,
  reply_to text COLLATE "C",
  reply_to_name text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL REFERENCES email_content,
  -- JSON: a list of name and value.
  headers text COLLATE "C" NOT NULL,
  -- JSON: a record of texts.
  variables text COLLATE "C" NOT NULL,
  -- JSON as the client wrote it; null: none.
  metadata text COLLATE "C",
  tag text COLLATE "C" NOT NULL,
  class text COLLATE "C" NOT NULL CHECK (class = 'urgent' OR class = 'normal'),
  -- What can be unsubscribed from: '' is all mail of the account; null: it is no mailing.
  stream text COLLATE "C",
  track_opens smallint NOT NULL CHECK (track_opens = 0 OR track_opens = 1),
  track_clicks smallint NOT NULL CHECK (track_clicks = 0 OR track_clicks = 1),
  report_url text COLLATE "C",
  report_endpoint_id bigint,
  cost bigint NOT NULL CHECK (cost >= 0),
  currency text COLLATE "C" NOT NULL,
  test smallint NOT NULL CHECK (test = 0 OR test = 1),
  sandbox smallint NOT NULL CHECK (sandbox = 0 OR sandbox = 1),
  request_id text COLLATE "C" NOT NULL,
  -- The key by which a notice of ours is sent once; null: a client's email.
  notice text COLLATE "C",
  -- The client's own id of its request; empty: none.
  client_request_id text COLLATE "C" NOT NULL DEFAULT '',
  -- JSON: the To and Cc of the header, and the place of the first copy; null: no copies.
  copies text COLLATE "C"
);
CREATE INDEX email_of_account ON email (account_id, id);
CREATE INDEX email_of_content ON email (content);
CREATE UNIQUE INDEX email_of_notice ON email (notice) WHERE notice IS NOT NULL;
CREATE INDEX email_of_request ON email (request_id);
CREATE INDEX email_client_request ON email (account_id, client_request_id, id) WHERE client_request_id <> '';

CREATE TABLE mail (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL,
  address text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- JSON; null: the email's alone.
  variables text COLLATE "C",
  cost bigint NOT NULL CHECK (cost >= 0),
  -- Its last fact, with the class of its reason.
  state text COLLATE "C" NOT NULL
    CHECK (state = 'scheduled' OR state = 'queued' OR state = 'deferred' OR state = 'held' OR state = 'sent'
      OR state = 'caught' OR state = 'bounced' OR state = 'failed' OR state = 'suppressed'
      OR state = 'cancelled' OR state = 'complained'),
  class text COLLATE "C" NOT NULL DEFAULT '',
  changed_at bigint NOT NULL,
  deferred_at bigint,
  -- Of the commit that wrote the last fact: its other steps recognise it by this.
  stamp bigint NOT NULL DEFAULT 0,
  -- 1 once it counts for the reputation of the account's live mail.
  tells smallint NOT NULL DEFAULT 0 CHECK (tells = 0 OR tells = 1),
  -- The state the mail is counted in; it is counted anew when its state differs.
  counted_state text COLLATE "C" NOT NULL DEFAULT '',
  counted_as text COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX mail_that_tells ON mail (account_id, changed_at) WHERE tells = 1;
-- For searches by recipient.
CREATE INDEX mail_of_address ON mail (account_id, lower(address), id);
-- Begins with a column that no other index begins with, so that no other serves for the order.
CREATE INDEX mail_to_count ON mail (changed_at, id) WHERE counted_state <> state;

CREATE TABLE mail_fact (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  mail_id bigint NOT NULL,
  at bigint NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  -- JSON; null: nothing more to say.
  detail text COLLATE "C"
);
CREATE INDEX mail_fact_of_mail ON mail_fact (mail_id, id);

CREATE TABLE mail_attempt (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  mail_id bigint NOT NULL,
  job_id bigint NOT NULL,
  n integer NOT NULL,
  at bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  stage text COLLATE "C" NOT NULL,
  code integer NOT NULL,
  enhanced text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  ip text COLLATE "C" NOT NULL,
  tls text COLLATE "C" NOT NULL,
  duration_ms integer NOT NULL,
  dialogue text COLLATE "C" NOT NULL,
  -- Replies to each step of an attempt, as a JSON list of {"stage", "code", "ms"}.
  steps text COLLATE "C" NOT NULL DEFAULT '[]'
);
CREATE INDEX mail_attempt_of_mail ON mail_attempt (mail_id, id);

-- The price of one mail, by account and from a day on; account 0: all accounts without their own.
CREATE TABLE mail_price (
  account_id bigint NOT NULL,
  from_at bigint NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, from_at)
);

-- Accounts whose mail is held, or was; mails before `counts_from` no longer count.
CREATE TABLE mail_standing (
  account_id bigint PRIMARY KEY REFERENCES account,
  held smallint NOT NULL CHECK (held = 0 OR held = 1),
  reason text COLLATE "C" NOT NULL,
  changed_at bigint NOT NULL,
  counts_from bigint NOT NULL
);

-- The mail servers of a recipient's domain.
CREATE TABLE mail_site (
  domain text COLLATE "C" PRIMARY KEY,
  site text COLLATE "C" NOT NULL,
  hosts text COLLATE "C" NOT NULL,
  checked_at bigint NOT NULL
);

CREATE TABLE mail_shaping (
  owner text COLLATE "C" PRIMARY KEY,
  limits text COLLATE "C" NOT NULL,
  memory text COLLATE "C" NOT NULL,
  cool_until bigint NOT NULL,
  saved_at bigint NOT NULL
);

CREATE TABLE mail_lane_order (
  owner text COLLATE "C" PRIMARY KEY,
  held smallint NOT NULL CHECK (held = 0 OR held = 1),
  limits text COLLATE "C" NOT NULL,
  set_at bigint NOT NULL
);

-- MTA-STS policies of domains (RFC 8461), as they were fetched.
CREATE TABLE mail_policy (
  domain text COLLATE "C" PRIMARY KEY,
  policy_id text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode = 'enforce' OR mode = 'testing' OR mode = 'none'),
  mx text COLLATE "C" NOT NULL,
  fetched_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

-- Delivery of mails by the hour in which their emails were accepted: counted from the stored mails after their commits
-- (mail/figures/mail-counter.ts). No address stands here, so it outlives them.
CREATE TABLE mail_stat_hour (
  account_id bigint NOT NULL,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  -- A mailbox provider; empty: all other domains.
  provider text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state <> ''),
  -- Sent: the bucket of its delay (core/delays.ts). Bounced, failed: the reason.
  detail text COLLATE "C" NOT NULL,
  mails bigint NOT NULL,
  cost bigint NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, provider, state, detail)
);

-- -------- Email: senders, suppression, caught mail ------------------------------------------------------------------

-- Domains that accounts send from. Several may want the same one; the first to prove it has it.
CREATE TABLE mail_domain (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  -- DKIM keys as JSON, their private halves sealed.
  keys text COLLATE "C" NOT NULL,
  rotation bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  verified_at bigint,
  -- Since when bounces to b.<domain> come back here; null: they do not.
  return_path_at bigint,
  -- The last DNS lookup for the keys of a proved domain.
  proof_checked_at bigint NOT NULL DEFAULT 0,
  -- Since when the DNS has none of them.
  proof_missing_at bigint,
  -- What is sent from it stays in the mail catcher, in any mode of the server.
  stays_here bigint NOT NULL DEFAULT 0 CHECK (stays_here = 0 OR stays_here = 1),
  -- Nobody has added it: it has keys, so that caught mail is signed as it would be, and is listed nowhere.
  caught_only bigint NOT NULL DEFAULT 0 CHECK (caught_only = 0 OR caught_only = 1),
  UNIQUE (account_id, name)
);
CREATE UNIQUE INDEX mail_domain_proved ON mail_domain (name) WHERE verified_at IS NOT NULL;

-- Addresses that accounts may send from, and the default one.
CREATE TABLE mail_sender (
  account_id bigint NOT NULL REFERENCES account,
  address text COLLATE "C" NOT NULL CHECK (address <> ''),
  name text COLLATE "C" NOT NULL,
  is_default bigint NOT NULL CHECK (is_default = 0 OR is_default = 1),
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, address)
);
CREATE UNIQUE INDEX mail_sender_default ON mail_sender (account_id) WHERE is_default = 1;

-- Addresses that get no mail of an account. An expired entry stops nothing; one of soft bounces is in force after three
-- of them within a week.
CREATE TABLE mail_suppression (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  stream text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL CHECK (address <> ''),
  reason text COLLATE "C" NOT NULL
    CHECK (reason = 'hard' OR reason = 'soft' OR reason = 'complaint' OR reason = 'unsubscribe' OR reason = 'manual'),
  source text COLLATE "C" NOT NULL,
  strikes bigint NOT NULL DEFAULT 0,
  struck_at bigint NOT NULL DEFAULT 0,
  struck_before_at bigint NOT NULL DEFAULT 0,
  times bigint NOT NULL DEFAULT 0,
  -- Of the commit with which it came into force.
  stamp bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  -- Clients were told of the end of the entry if this is not before `expires_at`.
  ended_at bigint NOT NULL DEFAULT 0,
  UNIQUE (account_id, address, stream, reason)
);
CREATE INDEX mail_suppression_of_account ON mail_suppression (account_id, id);
CREATE INDEX mail_suppression_ends ON mail_suppression (expires_at) WHERE expires_at > ended_at;

-- Changes of suppression lists by administrators and by expiry, until clients are told.
CREATE TABLE suppression_change (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  stream text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'added' OR kind = 'removed'),
  at bigint NOT NULL
);

-- The newest mails of the mail catcher. The octets come near the end, so that a list reads past none of them.
CREATE TABLE caught_mail (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  caught_at bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  recipients text COLLATE "C" NOT NULL,
  mail_from text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  octets bytea NOT NULL,
  -- The SMTP dialogue.
  dialogue text COLLATE "C" NOT NULL DEFAULT '',
  -- Null: another program's mail, or a notice of ours.
  account_id bigint,
  mail_id bigint
);
CREATE INDEX caught_mail_of_account ON caught_mail (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX caught_mail_of_mail ON caught_mail (mail_id, id) WHERE mail_id IS NOT NULL;

-- The newest mails to postmaster and abuse. The octets last: a list reads past none of them.
CREATE TABLE mail_letter (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  received_at bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  recipients text COLLATE "C" NOT NULL,
  mail_from text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  octets bytea NOT NULL
);

-- -------- Voice: trunks, calls, what follows a call -----------------------------------------------------------------

-- Carriers of calls (SIP trunks).
CREATE TABLE trunk (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
  enabled integer NOT NULL CHECK (enabled = 0 OR enabled = 1),
  built_in integer NOT NULL CHECK (built_in = 0 OR built_in = 1),
  settings text COLLATE "C" NOT NULL,
  sealed_password text COLLATE "C" NOT NULL,
  sealed_auth_in_password text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  -- Until when the messages of the trunk are traced.
  traced_until bigint NOT NULL DEFAULT 0
);

-- The newest messages of traced trunks.
CREATE TABLE trunk_message (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  trunk_id bigint NOT NULL,
  at bigint NOT NULL,
  direction text COLLATE "C" NOT NULL CHECK (direction = 'in' OR direction = 'out'),
  peer text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL
);

-- Without a row calls are refused. A change names the version it was based on.
CREATE TABLE forward_rule (
  number_id bigint PRIMARY KEY REFERENCES number,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'forward' OR kind = 'voicemail'),
  -- Digits of E.164, or an e-mail address.
  target text COLLATE "C" NOT NULL CHECK (target <> ''),
  version bigint NOT NULL,
  changed_at bigint NOT NULL,
  changed_by text COLLATE "C" NOT NULL
);
-- Rules that lead somewhere are followed from number to number.
CREATE INDEX forward_rule_of_target ON forward_rule (target);

CREATE TABLE forward_option (
  number_id bigint PRIMARY KEY REFERENCES number,
  ring_ms bigint NOT NULL CHECK (ring_ms >= 5000 AND ring_ms <= 120000),
  unanswered text COLLATE "C" NOT NULL CHECK (unanswered = 'refuse' OR unanswered = 'voicemail'),
  fallback_email text COLLATE "C" NOT NULL DEFAULT '',
  missed_call_email text COLLATE "C" NOT NULL DEFAULT '',
  language text COLLATE "C" NOT NULL CHECK (language = 'en' OR language = 'fr'),
  -- The text to a caller whose call was not answered; empty: none.
  missed_call_text text COLLATE "C" NOT NULL DEFAULT ''
);

-- Number 0: all numbers of the account without their own.
CREATE TABLE greeting (
  account_id bigint NOT NULL REFERENCES account,
  number_id bigint NOT NULL,
  pcm bytea NOT NULL,
  saved_at bigint NOT NULL,
  PRIMARY KEY (account_id, number_id)
);

-- Countries an account may call besides its own.
CREATE TABLE call_country (
  account_id bigint NOT NULL REFERENCES account,
  country text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, country)
);

-- Numbers that calls are never led to, for any account: frequent targets of fraud. Administrators change the list.
CREATE TABLE risky_range (
  prefix text COLLATE "C" PRIMARY KEY CHECK (prefix <> ''),
  -- Empty: it is on the list that the program came with.
  reason text COLLATE "C" NOT NULL,
  listed_at bigint NOT NULL
);
INSERT INTO risky_range (prefix, reason, listed_at) VALUES
  ('239', '', 1795305600000),
  ('245', '', 1795305600000),
  ('246', '', 1795305600000),
  ('247', '', 1795305600000),
  ('252', '', 1795305600000),
  ('269', '', 1795305600000),
  ('53', '', 1795305600000),
  ('674', '', 1795305600000),
  ('677', '', 1795305600000),
  ('678', '', 1795305600000),
  ('682', '', 1795305600000),
  ('683', '', 1795305600000),
  ('688', '', 1795305600000),
  ('690', '', 1795305600000),
  ('850', '', 1795305600000),
  ('960', '', 1795305600000);

-- By the longest prefix; account 0: all accounts.
CREATE TABLE call_price (
  account_id bigint NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  per_minute bigint NOT NULL CHECK (per_minute >= 0),
  first_s bigint NOT NULL CHECK (first_s >= 1),
  next_s bigint NOT NULL CHECK (next_s >= 1),
  PRIMARY KEY (account_id, prefix)
);

CREATE TABLE call (
  id bigint PRIMARY KEY,
  account_id bigint REFERENCES account,
  payer_id bigint REFERENCES account,
  number text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'forward' OR kind = 'voicemail' OR kind = 'refused'),
  trunk_in text COLLATE "C" NOT NULL,
  trunk_out text COLLATE "C" NOT NULL,
  process_id bigint NOT NULL,
  started_at bigint NOT NULL,
  ringing_at bigint,
  answered_at bigint,
  ended_at bigint,
  per_minute bigint NOT NULL CHECK (per_minute >= 0),
  -- Taken from the payer's balance while the call goes on.
  reserved bigint NOT NULL CHECK (reserved >= 0),
  billed_s bigint NOT NULL CHECK (billed_s >= 0),
  cost bigint NOT NULL CHECK (cost >= 0),
  cause text COLLATE "C" NOT NULL,
  sip_status integer NOT NULL,
  rule text COLLATE "C" NOT NULL,
  -- The billing increments: another process may have to end the call.
  first_s bigint NOT NULL DEFAULT 1,
  next_s bigint NOT NULL DEFAULT 1
);
CREATE INDEX call_of_account ON call (account_id, id);
CREATE INDEX call_of_number ON call (number, id);
CREATE INDEX call_of_payer ON call (payer_id, started_at) WHERE payer_id IS NOT NULL;
CREATE INDEX call_going_on ON call (process_id, id) WHERE ended_at IS NULL;
-- Calls are found by caller and by target, besides the number that was called.
CREATE INDEX call_of_caller ON call (caller, id);
CREATE INDEX call_of_target ON call (target, id);

-- Last heartbeat of processes that carry calls: calls of a dead one end there.
CREATE TABLE call_process (
  id bigint PRIMARY KEY,
  seen_at bigint NOT NULL
);

-- Numbers of ours that a call was led on to: it is listed under each of them.
CREATE TABLE call_hop (
  call_id bigint NOT NULL REFERENCES call ON DELETE CASCADE,
  place integer NOT NULL CHECK (place >= 1),
  number text COLLATE "C" NOT NULL,
  account_id bigint,
  PRIMARY KEY (call_id, place)
);
CREATE INDEX call_hop_of_account ON call_hop (account_id, call_id);
CREATE INDEX call_hop_of_number ON call_hop (number, call_id);

-- Messages of callers, each with the id of its call; the sound apart, so that a list reads none of it.
CREATE TABLE voicemail (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  number_id bigint NOT NULL,
  number text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  caller_name text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  duration_ms bigint NOT NULL CHECK (duration_ms >= 0),
  law text COLLATE "C" NOT NULL CHECK (law = 'pcma' OR law = 'pcmu'),
  ended_by text COLLATE "C" NOT NULL,
  mail_to text COLLATE "C" NOT NULL,
  mail_state text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  simulated integer NOT NULL CHECK (simulated = 0 OR simulated = 1),
  heard_at bigint
);
CREATE INDEX voicemail_of_account ON voicemail (account_id, id);
CREATE INDEX voicemail_queued ON voicemail (id) WHERE mail_state = 'queued';

CREATE TABLE voicemail_audio (
  id bigint PRIMARY KEY REFERENCES voicemail,
  g711 bytea NOT NULL
);

-- Calls without an answer. Those of one notice have the id of its first.
CREATE TABLE missed_call (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  number text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  caller_name text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  cause text COLLATE "C" NOT NULL,
  tell_to text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  simulated integer NOT NULL CHECK (simulated = 0 OR simulated = 1),
  notice_id bigint,
  told_at bigint
);
CREATE INDEX missed_call_of_caller ON missed_call (number, caller, at);
CREATE INDEX missed_call_told ON missed_call (account_id, tell_to, told_at);
CREATE INDEX missed_call_of_notice ON missed_call (notice_id) WHERE notice_id IS NOT NULL;

-- Texts to callers whose call was not answered, each with the id of its call.
CREATE TABLE text_back (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  number text COLLATE "C" NOT NULL,
  caller text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  text text COLLATE "C" NOT NULL CHECK (text <> ''),
  simulated integer NOT NULL CHECK (simulated = 0 OR simulated = 1),
  state text COLLATE "C" NOT NULL CHECK (state = 'owed' OR state = 'sent' OR state = 'refused'),
  -- Why it was refused.
  why text COLLATE "C" NOT NULL DEFAULT '',
  message_id bigint
);
CREATE INDEX text_back_of_caller ON text_back (number, caller, at);

-- -------- The built-in operator and phones --------------------------------------------------------------------------

-- Orders of the command line to the built-in operator; gone when done.
CREATE TABLE simulator_order (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  body text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);

-- Receipts and replies that the built-in operator has to deliver; gone when a bind has taken them.
CREATE TABLE simulator_delivery (
  id bigint PRIMARY KEY,
  system_id text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  pdu bytea NOT NULL
);

-- Calls that the built-in phones are told to make, and how those went; the newest alone. The octets last.
CREATE TABLE simulator_call (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  state text COLLATE "C" NOT NULL CHECK (state = 'ordered' OR state = 'under way' OR state = 'over'),
  ordered_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  wish text COLLATE "C" NOT NULL,
  events text COLLATE "C" NOT NULL,
  sound bytea NOT NULL,
  heard bytea NOT NULL
);
