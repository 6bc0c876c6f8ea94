-- The schema of an installation in a folder, by noun. postgres/schema.sql has the same tables.
--
-- Instants are integer milliseconds, money integer millionths, yes and no 1 and 0.
-- CHECKs compare value by value: with IN a list is built anew for each row, 12 µs a message.

-- -------- The installation: settings, ids, processes ----------------------------------------------------------------

-- Raised by each change of settings, so that a process knows that it must read them again.
CREATE TABLE settings_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO settings_version VALUES (1, 1);

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Processes reserve ids in blocks; what a process has not used when it ends is never used. The account's block starts
-- here, because its first movements of money name its id before the commit.
CREATE TABLE id_block (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL CHECK (next > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO id_block VALUES ('account', 1);

-- One row a day: every id given before that instant is below these. Old rows are found by id, so that tables written
-- for each message need no index by age.
CREATE TABLE id_mark (
  at INTEGER PRIMARY KEY,
  message INTEGER NOT NULL,
  job INTEGER NOT NULL,
  submitted_part INTEGER NOT NULL,
  email INTEGER NOT NULL DEFAULT 9007199254740991
) STRICT;

-- Raised by each commit of retention: of two processes that work on it, one goes on.
CREATE TABLE retention_round (
  name TEXT PRIMARY KEY,
  round INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Processes that run on this database.
CREATE TABLE process (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  roles TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  draining INTEGER NOT NULL CHECK (draining = 0 OR draining = 1)
) STRICT;

-- What each process may work on alone. A row stays when its lease is given up: the epoch never goes back.
CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  owner INTEGER,
  epoch INTEGER NOT NULL CHECK (epoch > 0),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a process holds in memory, for pages that another process shows; rewritten every few seconds.
CREATE TABLE process_note (
  subject TEXT NOT NULL CHECK (subject <> ''),
  process_id INTEGER NOT NULL,
  value TEXT NOT NULL,
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (subject, process_id)
) STRICT, WITHOUT ROWID;

-- -------- Accounts: keys, policies, money ---------------------------------------------------------------------------

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  email TEXT NOT NULL,
  firstname TEXT NOT NULL DEFAULT '',
  lastname TEXT NOT NULL DEFAULT '',
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  home_country TEXT NOT NULL CHECK (length(home_country) = 2),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'disabled' OR state = 'blocked'),
  balance INTEGER NOT NULL,
  test_balance INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- A sub-account's parent, which pays for it by moving credit to it.
  parent_id INTEGER REFERENCES account,
  removed_at INTEGER,
  -- Whether texts may be written in GSM characters that look alike.
  transliterate TEXT NOT NULL DEFAULT 'off'
    CHECK (transliterate = 'off' OR transliterate = 'punctuation' OR transliterate = 'letters'),
  -- Where a request may carry the key of the account.
  key_places TEXT NOT NULL DEFAULT 'any' CHECK (key_places IN ('any', 'body', 'header')),
  -- How the account's XML is written.
  xml_form TEXT NOT NULL DEFAULT 'named' CHECK (xml_form IN ('named', 'positional')),
  -- The balance below which the account's people are alerted.
  alert_level INTEGER,
  -- Since when the balance is below it.
  alerted_at INTEGER,
  -- Alerts before this one.
  alerts INTEGER NOT NULL DEFAULT 0,
  -- IANA name of the wall clock that notices to the account use.
  time_zone TEXT NOT NULL DEFAULT 'Europe/Paris' CHECK (time_zone <> '')
) STRICT;
CREATE INDEX account_of_parent ON account (parent_id, id) WHERE parent_id IS NOT NULL;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  bases TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  prefix TEXT NOT NULL,
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- Last use, to the minute.
  used_at INTEGER,
  -- Networks the key may be used from; empty: any.
  cidrs TEXT NOT NULL DEFAULT '',
  scopes TEXT,
  expires_at INTEGER
) STRICT;
CREATE INDEX api_key_of_account ON api_key (account_id, id);

-- Accounts without a row have the defaults.
CREATE TABLE account_policy (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  trust TEXT NOT NULL CHECK (trust = 'new' OR trust = 'trusted'),
  -- `home`, `all`, or country codes with a space between.
  countries TEXT NOT NULL,
  costly_numbers INTEGER NOT NULL CHECK (costly_numbers = 0 OR costly_numbers = 1),
  marketing INTEGER NOT NULL CHECK (marketing = 0 OR marketing = 1),
  -- Whether marketing waits: as the account chose, or by the rules of its own country.
  quiet TEXT NOT NULL DEFAULT 'country' CHECK (quiet = 'on' OR quiet = 'off' OR quiet = 'country'),
  -- Whether the account is refunded for what its operators report as not delivered.
  refund_undelivered INTEGER NOT NULL DEFAULT 0 CHECK (refund_undelivered = 0 OR refund_undelivered = 1)
) STRICT;

CREATE TABLE limit_exception (
  account_id INTEGER NOT NULL REFERENCES account,
  -- 0: the whole account.
  key_id INTEGER NOT NULL,
  rule TEXT NOT NULL,
  max INTEGER NOT NULL CHECK (max >= 0),
  action TEXT NOT NULL CHECK (action = 'block' OR action = 'hold' OR action = 'alert' OR action = 'ignore'),
  PRIMARY KEY (account_id, key_id, rule)
) STRICT, WITHOUT ROWID;

-- What all processes have counted.
CREATE TABLE limit_window (
  rule TEXT NOT NULL,
  subject TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (rule, subject, starts_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX limit_window_by_end ON limit_window (ends_at);

-- Movements of money, except for debits of SMS: those are the message rows.
CREATE TABLE movement (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  kind TEXT NOT NULL
    CHECK (kind = 'top-up' OR kind = 'correction' OR kind = 'refund' OR kind = 'transfer' OR kind = 'email'
      OR kind = 'email refund' OR kind = 'rent' OR kind = 'call'),
  amount INTEGER NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  recipient_id INTEGER,
  -- Depends on the kind: the id of an email, a number and its month, the id of a call.
  subject TEXT,
  CHECK ((kind = 'refund') = (recipient_id IS NOT NULL))
) STRICT;
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
  account_id INTEGER NOT NULL REFERENCES account,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  amount INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, purse)
) STRICT, WITHOUT ROWID;

-- What each account has sent and its cost, by the hour, so that a year is shown without reading its messages. Written
-- in the commit that accepts them; refunds are in `movement`.
CREATE TABLE spent_hour (
  account_id INTEGER NOT NULL,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  product TEXT NOT NULL CHECK (product = 'sms' OR product = 'email'),
  cost INTEGER NOT NULL CHECK (cost >= 0),
  parts INTEGER NOT NULL CHECK (parts > 0),
  PRIMARY KEY (account_id, purse, starts_at, product)
) STRICT, WITHOUT ROWID;

-- Networks (IPv4 /16, IPv6 /32) that keys were used from. The account's owners are told once of a new one.
CREATE TABLE key_network (
  key_id INTEGER NOT NULL REFERENCES api_key,
  network TEXT NOT NULL CHECK (network <> ''),
  seen_at INTEGER NOT NULL,
  news INTEGER NOT NULL CHECK (news = 0 OR news = 1),
  told_at INTEGER,
  PRIMARY KEY (key_id, network)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_network_untold ON key_network (key_id) WHERE news = 1 AND told_at IS NULL;

-- Requests of the HTTP interface, masked, for the people of the account.
CREATE TABLE api_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  code INTEGER,
  refusal TEXT,
  duration_ms INTEGER NOT NULL,
  key_id INTEGER,
  network TEXT NOT NULL,
  octets INTEGER NOT NULL,
  parameters TEXT NOT NULL,
  answer TEXT NOT NULL,
  -- Requests of the same second that were counted and not kept.
  skipped INTEGER NOT NULL,
  -- Of the row, about: what the bound of an account is counted in.
  size INTEGER NOT NULL
) STRICT;
CREATE INDEX api_request_of_account ON api_request (account_id, id, size);

-- -------- People: sign-in, roles, audit -----------------------------------------------------------------------------

-- People who sign in to the dashboard; their roles in accounts are in `membership`.
CREATE TABLE dashboard_user (
  id INTEGER PRIMARY KEY,
  -- In lower case.
  email TEXT NOT NULL UNIQUE CHECK (email <> ''),
  name TEXT NOT NULL DEFAULT '',
  language TEXT CHECK (language = 'en' OR language = 'fr'),
  -- Empty: signs in without a password.
  password_hash TEXT NOT NULL,
  administrator INTEGER NOT NULL CHECK (administrator = 0 OR administrator = 1),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'disabled'),
  created_at INTEGER NOT NULL,
  -- Of an authenticator app.
  totp_secret TEXT,
  -- The last step that was used, so that a code works once.
  totp_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE membership (
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES account,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_of_account ON membership (account_id, user_id);

CREATE TABLE user_session (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  active_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  fresh_until INTEGER NOT NULL,
  factors TEXT NOT NULL,
  address TEXT NOT NULL,
  agent TEXT NOT NULL
) STRICT;
CREATE INDEX user_session_of_user ON user_session (user_id, id);

-- Links that let a person in once: to an account, or back to their own sign-in.
CREATE TABLE user_link (
  hash TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'invitation' OR kind = 'reset' OR kind = 'password'),
  email TEXT NOT NULL,
  -- Of an invitation to an account.
  account_id INTEGER REFERENCES account,
  role TEXT,
  administrator INTEGER NOT NULL CHECK (administrator = 0 OR administrator = 1),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  CHECK ((account_id IS NULL) = (role IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX user_link_of_account ON user_link (account_id, created_at) WHERE account_id IS NOT NULL;
CREATE INDEX user_link_of_email ON user_link (email);

-- New addresses that people want to sign in by, until they show that its mail reaches them.
CREATE TABLE address_change (
  hash TEXT NOT NULL PRIMARY KEY,
  user_id INTEGER NOT NULL UNIQUE REFERENCES dashboard_user ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (email <> ''),
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX address_change_of_email ON address_change (email);

CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- WebAuthn credentials: a browser's authenticator signs with them in place of a password.
CREATE TABLE passkey (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES dashboard_user ON DELETE CASCADE,
  -- In base64url, like the key.
  credential TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  -- The host it was made for: it works at no other.
  host TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX passkey_of_user ON passkey (user_id, id);

-- Challenges that were answered, until they expire: each is good once.
CREATE TABLE used_challenge (
  challenge TEXT NOT NULL PRIMARY KEY,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_challenge_by_end ON used_challenge (ends_at);

-- Accounts that administrators see as their people do: one each, in one session, for half an hour.
CREATE TABLE account_view (
  user_id INTEGER PRIMARY KEY REFERENCES dashboard_user ON DELETE CASCADE,
  session_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account,
  reason TEXT NOT NULL CHECK (reason <> ''),
  ends_at INTEGER NOT NULL
) STRICT;

-- Rate limits of tries over all processes. The key is a hash, so that what people type is not kept.
CREATE TABLE try_count (
  key TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL CHECK (count >= 0),
  -- The end of its pause, or of its window.
  until_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX try_count_by_end ON try_count (until_at);

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  account_id INTEGER,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  -- The new state, as JSON, without secrets.
  details TEXT NOT NULL,
  -- Each row has its number and a hash over itself and the hash before it: a change or a removal shows in all rows that
  -- follow. A row comes as 'pending' and is chained by the process, which holds the key, in the same transaction.
  n INTEGER NOT NULL DEFAULT 0,
  hash TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_of_account ON audit (account_id, id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX audit_in_order ON audit (n) WHERE n > 0;
CREATE INDEX audit_pending ON audit (id) WHERE n = 0;

-- The end of the chain, with a seal made by the same key, which shows when rows were cut off the end.
CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  hash TEXT NOT NULL,
  seal TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO audit_head (one, n, hash) VALUES (1, 0, '');

-- The beginning of the chain: number and hash of the last row that was deleted. A row may be deleted once the beginning
-- is behind it, and the beginning moves past rows of more than 731 days alone. The age that rows must have (`before`)
-- moves by a day in half a day at most: a clock that jumps a year ahead costs a day of the trail, not a year.
CREATE TABLE audit_start (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  n INTEGER NOT NULL,
  hash TEXT NOT NULL,
  before INTEGER NOT NULL,
  moved_at INTEGER NOT NULL
) STRICT;
INSERT INTO audit_start VALUES (1, 0, '', max(now_ms() - 731 * 86400000, 1704067200000), 0);

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

CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.n > (SELECT n FROM audit_start) OR OLD.n = 0 OR OLD.at >= (SELECT before FROM audit_start)
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not deleted before they are old');
END;

CREATE TRIGGER audit_comes_pending BEFORE INSERT ON audit WHEN NEW.hash = ''
BEGIN
  SELECT raise(ABORT, 'a row of the audit is chained by the program, and not without it');
END;

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit WHEN OLD.n <> 0 OR OLD.hash <> 'pending'
BEGIN
  SELECT raise(ABORT, 'rows of the audit are not changed');
END;

-- -------- Operators: SMSC links, routes, prices ---------------------------------------------------------------------

CREATE TABLE operator (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  built_in INTEGER NOT NULL CHECK (built_in = 0 OR built_in = 1),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'removed'),
  sealed_password TEXT NOT NULL,
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- What happens to an operator that is to be left: it stays, gets nothing new, or loses what waits too.
  course TEXT NOT NULL DEFAULT 'stays' CHECK (course = 'stays' OR course = 'drains' OR course = 'leaves')
) STRICT;

-- The state of binds, as the process that holds them has seen it last.
CREATE TABLE operator_health (
  operator_id INTEGER NOT NULL,
  bind INTEGER NOT NULL,
  -- Null while it is up.
  down_since INTEGER,
  noted_at INTEGER NOT NULL,
  -- Since when submits go unanswered although the bind is up.
  silent_since INTEGER,
  PRIMARY KEY (operator_id, bind)
) STRICT, WITHOUT ROWID;

CREATE TABLE route (
  id INTEGER PRIMARY KEY,
  prefix TEXT NOT NULL,
  -- MCC and MNC; empty: all networks.
  network TEXT NOT NULL,
  -- 0: either.
  grade INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 2),
  -- Kinds of sender with a space between; empty: any.
  senders TEXT NOT NULL,
  operator_id INTEGER NOT NULL REFERENCES operator,
  priority INTEGER NOT NULL CHECK (priority > 0),
  weight INTEGER NOT NULL CHECK (weight > 0),
  buy_price INTEGER CHECK (buy_price >= 0),
  enabled INTEGER NOT NULL CHECK (enabled = 0 OR enabled = 1),
  UNIQUE (prefix, network, grade, senders, operator_id)
) STRICT;

-- MCC and MNC by the prefix of a number, where a list was imported.
CREATE TABLE network_prefix (
  prefix TEXT PRIMARY KEY,
  network TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE price (
  -- 0: all accounts that have no price of their own.
  account_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  -- In force from then on.
  from_at INTEGER NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, prefix, from_at)
) STRICT, WITHOUT ROWID;

-- Accounts' binds to our SMPP server; the settings as JSON.
CREATE TABLE smpp_user (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  system_id TEXT NOT NULL UNIQUE CHECK (system_id <> ''),
  password_hash TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'live' OR mode = 'test'),
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'suspended'),
  settings TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Present binds in any process; one that is not seen for a while has ended with its process.
CREATE TABLE smpp_bind (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  process TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'tx' OR mode = 'rx' OR mode = 'trx'),
  address TEXT NOT NULL,
  bound_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
CREATE INDEX smpp_bind_of_user ON smpp_bind (user_id);
CREATE INDEX smpp_bind_of_process ON smpp_bind (process);

-- -------- The queue: jobs in per-destination lanes ------------------------------------------------------------------

-- A row exists only while work is pending.
CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  lane TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  order_key TEXT,
  expires_at INTEGER NOT NULL,
  subject INTEGER NOT NULL,
  -- Submits of a part that got no answer; kept with its job, so that a restart does not begin anew.
  unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered >= 0),
  -- 1: a delivery beside the first one of its event, which the event's row names.
  further INTEGER NOT NULL DEFAULT 0 CHECK (further = 0 OR further = 1)
) STRICT;
CREATE INDEX job_of_lane ON job (lane, due_at, id);
CREATE INDEX job_in_retry ON job (lane, order_key) WHERE attempt > 0;
-- Cancelling an email finds the jobs of its mails here instead of walking all lanes of mails.
CREATE INDEX job_of_mail ON job (subject) WHERE lane >= 'mail-' AND lane < 'mail0';
-- Pages show which deliveries of an event are pending, tried or not. Most events have one, and name its job.
CREATE INDEX job_of_event ON job (subject) WHERE further = 1;

CREATE TABLE lane_state (
  lane TEXT PRIMARY KEY,
  open_until INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  failing_since INTEGER NOT NULL,
  failed_attempts INTEGER NOT NULL DEFAULT 0,
  -- How many of the warnings before an endpoint is given up were sent.
  warned INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Lanes that a person has paused: their owners hand nothing out until the row is gone.
CREATE TABLE lane_pause (
  lane TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  actor TEXT NOT NULL
);

-- Orders of people for texts that wait: each owner of lanes does its share, batch by batch.
CREATE TABLE lane_task (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind = 'cancel' OR kind = 'move'),
  -- JSON: which texts.
  filter TEXT NOT NULL,
  -- Of a move.
  to_operator_id INTEGER REFERENCES operator,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'open' OR state = 'done' OR state = 'stopped'),
  ended_at INTEGER,
  -- Texts cancelled or moved so far.
  texts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX lane_task_open ON lane_task (id) WHERE state = 'open';

-- Owners of lanes (sms/3/0) that have nothing left to do for a task.
CREATE TABLE lane_task_step (
  task_id INTEGER NOT NULL REFERENCES lane_task,
  owner TEXT NOT NULL,
  PRIMARY KEY (task_id, owner)
);

-- -------- SMS that are sent -----------------------------------------------------------------------------------------

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  key_id INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  text TEXT NOT NULL,
  tag TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class = 'urgent' OR class = 'normal' OR class = 'bulk'),
  valid_until INTEGER NOT NULL,
  scheduled_at INTEGER,
  report_url TEXT,
  report_endpoint_id INTEGER,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  currency TEXT NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  request_id TEXT NOT NULL,
  -- What SMPP says beyond a request by HTTP, as JSON; null for other requests.
  submission TEXT,
  -- The client's own id of its request, beside ours; empty: none.
  client_request_id TEXT NOT NULL DEFAULT ''
) STRICT;
-- Most messages have no tag.
CREATE INDEX message_of_tag ON message (account_id, tag, id) WHERE tag <> '';
-- Ids grow with time, so this is the order of time as well.
CREATE INDEX message_of_account ON message (account_id, id);
-- Most messages have no such id.
CREATE INDEX message_client_request ON message (account_id, client_request_id, id) WHERE client_request_id <> '';

-- id = message id × 512 + place; the sets of parts are bits, so that a repeat changes nothing.
CREATE TABLE recipient (
  id INTEGER PRIMARY KEY,
  phone TEXT NOT NULL,
  operator_id INTEGER NOT NULL,
  parts INTEGER NOT NULL CHECK (parts BETWEEN 1 AND 10),
  concat_reference INTEGER NOT NULL,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  state TEXT NOT NULL
    CHECK (state = 'accepted' OR state = 'waiting' OR state = 'delivered' OR state = 'not delivered'),
  reason TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL,
  delivered_parts INTEGER NOT NULL DEFAULT 0,
  refused_parts INTEGER NOT NULL DEFAULT 0,
  -- Null: the message's own text.
  text TEXT,
  -- How the text is encoded (sms/text/form.ts): it depends on the operator, so it stands with the recipient.
  form TEXT NOT NULL DEFAULT 'gsm7/udh8/00',
  -- The ids of the events that told its states, each with a blank behind it: an index on events would cost each of them.
  event_ids TEXT NOT NULL DEFAULT '',
  -- The first submit of its first part: most recipients have no other. All others are rows of further_submit, which says
  -- what the columns mean.
  first_submit_id INTEGER,
  first_operator_id INTEGER,
  first_remote_id TEXT,
  first_submitted_at INTEGER,
  first_outcome TEXT
    CHECK (first_outcome = 'waiting' OR first_outcome = 'delivered' OR first_outcome = 'not delivered'),
  first_word TEXT NOT NULL DEFAULT '',
  first_error TEXT NOT NULL DEFAULT '',
  first_reported_at INTEGER,
  first_awaited INTEGER CHECK (first_awaited = 0 OR first_awaited = 1)
) STRICT;
CREATE INDEX recipient_of_phone ON recipient (phone);
-- Reports are found by operator and id; the time lets the overdue ones be found without their rows.
CREATE INDEX recipient_awaited ON recipient (first_operator_id, first_remote_id, first_submitted_at)
  WHERE first_awaited = 1;

-- Idempotency keys and the replies to be repeated.
CREATE TABLE idempotent_request (
  account_id INTEGER NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  reply TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_request_by_age ON idempotent_request (created_at);

-- Why a recipient's parts take their route, where there was more than one.
CREATE TABLE route_choice (
  recipient_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  -- Where they waited before; null: the first choice.
  left_operator_id INTEGER,
  operator_id INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (recipient_id, at, operator_id)
) STRICT, WITHOUT ROWID;

-- Parts about to be submitted, for operators to whom nothing uncertain may be sent again.
CREATE TABLE submit_intent (
  job_id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE further_submit (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  -- Normalised by the operator's rules; empty: the operator gave none.
  remote_id TEXT NOT NULL,
  part_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  submitted_at INTEGER NOT NULL,
  -- The last report of this part, in the operator's words.
  outcome TEXT CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word TEXT NOT NULL DEFAULT '',
  error TEXT NOT NULL DEFAULT '',
  reported_at INTEGER,
  -- 1 until its final report, which keeps the indexes below as small as what is awaited.
  awaited INTEGER NOT NULL CHECK (awaited = 0 OR awaited = 1)
) STRICT;
CREATE INDEX further_submit_awaited ON further_submit (operator_id, remote_id, submitted_at) WHERE awaited = 1;
CREATE INDEX further_submit_of_recipient ON further_submit (part_id / 16);

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
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  remote_id TEXT NOT NULL,
  phone TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'waiting' OR outcome = 'delivered' OR outcome = 'not delivered'),
  word TEXT NOT NULL,
  error TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  -- How the phone counts in the search for the part.
  address TEXT NOT NULL DEFAULT 'prefer' CHECK (address = 'prefer' OR address = 'require' OR address = 'ignore'),
  -- When it happened, by the operator's clock.
  done_at INTEGER
) STRICT;
CREATE INDEX unmatched_receipt_by_remote_id ON unmatched_receipt (operator_id, remote_id);

-- PDUs as they were sent: of test messages, of refused submits, of links that are traced.
CREATE TABLE message_pdu (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part_id INTEGER NOT NULL,
  operator_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  command TEXT NOT NULL CHECK (command = 'submit_sm' OR command = 'submit_sm_resp' OR command = 'deliver_sm'),
  status INTEGER NOT NULL,
  octets BLOB NOT NULL,
  -- Of a receipt, as the operator wrote it.
  text TEXT NOT NULL
) STRICT;
CREATE INDEX message_pdu_of_part ON message_pdu (part_id);

-- Delivery by the hour in which messages were accepted: counted from the stored facts after their commits
-- (sms/records/figure-counter.ts). No phone stands here, so it outlives the messages.
CREATE TABLE stat_hour (
  account_id INTEGER NOT NULL,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  country TEXT NOT NULL,
  operator_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'under way' OR state = 'delivered' OR state = 'not delivered'),
  -- Delivered: the bucket of its delay (core/delays.ts). Not delivered: the reason.
  detail TEXT NOT NULL,
  messages INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, country, operator_id, state, detail)
) STRICT, WITHOUT ROWID;

-- Message ids as processes reserve them, and up to which recipient each block is counted.
CREATE TABLE stat_block (
  first INTEGER PRIMARY KEY,
  beyond INTEGER NOT NULL CHECK (beyond > first),
  next_recipient_id INTEGER NOT NULL,
  noted_at INTEGER NOT NULL
) STRICT;

-- Recipients that are counted as under way, with that operator.
CREATE TABLE stat_open (
  recipient_id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  look_at INTEGER NOT NULL
) STRICT;
CREATE INDEX stat_open_by_look ON stat_open (look_at);

-- -------- Numbers of ours -------------------------------------------------------------------------------------------

-- Numbers that people write to. A short number may serve many accounts, a long one serves its own.
CREATE TABLE number (
  id INTEGER PRIMARY KEY,
  -- E.164 without its plus, or the digits of a short number.
  number TEXT NOT NULL UNIQUE CHECK (number <> ''),
  kind TEXT NOT NULL CHECK (kind = 'long' OR kind = 'short'),
  account_id INTEGER REFERENCES account,
  -- The operator that serves it; null: any.
  operator_id INTEGER REFERENCES operator,
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'deactivated'),
  takes_sms INTEGER NOT NULL CHECK (takes_sms = 0 OR takes_sms = 1),
  takes_calls INTEGER NOT NULL CHECK (takes_calls = 0 OR takes_calls = 1),
  created_at INTEGER NOT NULL,
  -- A virtual number: it can be rented, and its account decides what its calls do.
  can_forward INTEGER NOT NULL DEFAULT 0 CHECK (can_forward = 0 OR can_forward = 1),
  label TEXT NOT NULL DEFAULT '',
  -- In millionths of the account's currency, like the price of an incoming minute.
  monthly_price INTEGER NOT NULL DEFAULT 0 CHECK (monthly_price >= 0),
  minute_price INTEGER NOT NULL DEFAULT 0 CHECK (minute_price >= 0),
  rented_at INTEGER,
  -- Null: it costs nothing.
  paid_until INTEGER,
  deactivated_why TEXT NOT NULL DEFAULT '',
  -- Given back, and not to be rented out before.
  free_after INTEGER
) STRICT;
CREATE INDEX number_of_account ON number (account_id, id);
CREATE INDEX number_to_pay ON number (paid_until) WHERE paid_until IS NOT NULL;

-- The short number that an account sends from, and the keyword that leads a message to it.
CREATE TABLE account_short_number (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  number_id INTEGER NOT NULL REFERENCES number,
  keyword TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX keyword_of_short_number ON account_short_number (number_id, keyword) WHERE keyword <> '';

-- Who had it when.
CREATE TABLE number_history (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL
) STRICT;
CREATE INDEX history_of_number ON number_history (number, id);

-- -------- SMS that are received -------------------------------------------------------------------------------------

-- Texts that still lack parts, and for a while those that are complete.
CREATE TABLE inbound_group (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  sender TEXT NOT NULL,
  receiver TEXT NOT NULL,
  reference INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total BETWEEN 2 AND 255),
  received_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  closed INTEGER NOT NULL CHECK (closed = 0 OR closed = 1)
) STRICT;
CREATE INDEX inbound_group_of_text ON inbound_group (sender, receiver, reference, total, operator_id);
CREATE INDEX inbound_group_due ON inbound_group (due_at) WHERE closed = 0;
CREATE INDEX inbound_group_open ON inbound_group (operator_id, id) WHERE closed = 0;
CREATE INDEX inbound_group_by_age ON inbound_group (received_at) WHERE closed = 1;

CREATE TABLE inbound_part (
  group_id INTEGER NOT NULL REFERENCES inbound_group,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 255),
  data_coding INTEGER NOT NULL,
  header_octets INTEGER NOT NULL,
  single_shift INTEGER,
  locking_shift INTEGER,
  octets BLOB NOT NULL,
  PRIMARY KEY (group_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE inbound_message (
  id INTEGER PRIMARY KEY,
  operator_id INTEGER NOT NULL,
  sender TEXT NOT NULL,
  receiver TEXT NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind = 'reply' OR kind = 'stop' OR kind = 'start' OR kind = 'binary' OR kind = 'unclaimed'),
  -- Null: nobody is known to have asked for it.
  account_id INTEGER,
  -- Null: the octets are no readable text.
  text TEXT,
  octets BLOB NOT NULL,
  data_coding INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  parts_received INTEGER NOT NULL,
  parts_total INTEGER NOT NULL,
  answers_message_id INTEGER NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1)
) STRICT;
CREATE INDEX inbound_message_of_account ON inbound_message (account_id, id);
-- For searches by phone, newest first.
CREATE INDEX inbound_message_of_sender ON inbound_message (account_id, sender, id);

-- The last message from a number of ours to a phone: its account gets the replies.
CREATE TABLE last_sent (
  number TEXT NOT NULL,
  phone TEXT NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  account_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (number, phone, test)
) STRICT, WITHOUT ROWID;

-- Where a request wants the replies to its message; others go to the account's own endpoint.
CREATE TABLE reply_address (
  message_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  endpoint_id INTEGER NOT NULL
) STRICT;

-- Accounts whose replies are signed inside their bodies.
CREATE TABLE reply_signature (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  method TEXT NOT NULL
    CHECK (method = 'md5hash' OR method = 'md5' OR method = 'sha1' OR method = 'sha256' OR method = 'sha512'),
  sealed_secret TEXT NOT NULL
) STRICT;

-- Phones that opted out of messages from an account.
CREATE TABLE stop_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source = 'reply' OR source = 'client' OR source = 'administrator'),
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, phone)
) STRICT;
CREATE INDEX stop_entry_of_account ON stop_entry (account_id, id);

-- The version of the list in `stop_change`.
CREATE TABLE stop_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO stop_version VALUES (1, 0);

-- Changes of the list in the order of the commits, for processes that hold it in memory.
CREATE TABLE stop_change (
  version INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  phone TEXT NOT NULL,
  stopped INTEGER NOT NULL CHECK (stopped = 0 OR stopped = 1)
) STRICT;

-- The account that wrote a text on a test phone that accounts share.
CREATE TABLE handset_text (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- A digest of phone, number and text.
  mark TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  -- The account's own message that it answers; 0: none.
  message_id INTEGER NOT NULL,
  written_at INTEGER NOT NULL
) STRICT;
CREATE INDEX handset_text_by_mark ON handset_text (mark, id);

-- -------- Address book ----------------------------------------------------------------------------------------------

CREATE TABLE contact_group (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL CHECK (name <> ''),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_group_of_account ON contact_group (account_id, id);

-- A phone stands in a group once.
CREATE TABLE contact (
  id INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES contact_group,
  phone TEXT NOT NULL CHECK (phone <> ''),
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (group_id, phone)
) STRICT;
CREATE INDEX contact_of_group ON contact (group_id, id);

-- -------- Campaigns -------------------------------------------------------------------------------------------------

-- A text with fields to the contacts of a group, handed over slice by slice. The group may go meanwhile.
CREATE TABLE campaign (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL CHECK (name <> ''),
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  group_id INTEGER NOT NULL,
  -- Empty: the account's own.
  sender TEXT NOT NULL,
  text TEXT NOT NULL,
  says_stop INTEGER NOT NULL CHECK (says_stop = 0 OR says_stop = 1),
  marketing INTEGER NOT NULL CHECK (marketing = 0 OR marketing = 1),
  cost_max INTEGER CHECK (cost_max >= 0),
  state TEXT NOT NULL CHECK (state = 'running' OR state = 'paused' OR state = 'done' OR state = 'cancelled'),
  -- Why it paused by itself; empty: somebody paused it.
  reason TEXT NOT NULL DEFAULT '',
  starts_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Of the group when it was made, and the last of them: those that come later are not meant.
  contacts INTEGER NOT NULL CHECK (contacts > 0),
  last_contact_id INTEGER NOT NULL,
  -- How far it was handed over.
  through_contact_id INTEGER NOT NULL DEFAULT 0,
  slices INTEGER NOT NULL DEFAULT 0,
  -- There is something to do for its state.
  pending INTEGER NOT NULL DEFAULT 1 CHECK (pending = 0 OR pending = 1)
) STRICT;
CREATE INDEX campaign_of_account ON campaign (account_id, id);
CREATE INDEX campaign_pending ON campaign (starts_at, id) WHERE pending = 1;

-- Noted before it is sent: the process that goes on after a crash sends the same contacts under the same key, once.
CREATE TABLE campaign_slice (
  campaign_id INTEGER NOT NULL REFERENCES campaign,
  n INTEGER NOT NULL CHECK (n > 0),
  after_contact_id INTEGER NOT NULL,
  through_contact_id INTEGER NOT NULL CHECK (through_contact_id > after_contact_id),
  contacts INTEGER NOT NULL CHECK (contacts > 0),
  -- Null: it is under way.
  sent_at INTEGER,
  -- Null: it is under way, or nobody of it could be sent to.
  message_id INTEGER,
  recipients INTEGER NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  cost INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0,
  not_delivered INTEGER NOT NULL DEFAULT 0,
  -- {"stopped": 3}
  skipped TEXT NOT NULL DEFAULT '{}',
  -- When its recipients are counted next; null: all of them have ended.
  look_at INTEGER,
  PRIMARY KEY (campaign_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX campaign_slice_to_count ON campaign_slice (look_at) WHERE look_at IS NOT NULL;

-- -------- Webhooks --------------------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoint (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  source TEXT NOT NULL
    CHECK (source = 'reply' OR source = 'report' OR source = 'email' OR source = 'request' OR source = 'extra'),
  url TEXT NOT NULL,
  -- One of each per account; for `request` one per origin; of `extra` any number.
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'disabled'),
  reason TEXT NOT NULL DEFAULT '',
  -- [{"sealed", "madeAtMs", "untilMs"}], newest first.
  sealed_secrets TEXT NOT NULL,
  in_flight_max INTEGER NOT NULL DEFAULT 8 CHECK (in_flight_max BETWEEN 1 AND 64),
  created_at INTEGER NOT NULL,
  -- Kinds with a comma between; empty: all.
  events TEXT NOT NULL DEFAULT '',
  rate_per_s INTEGER CHECK (rate_per_s BETWEEN 1 AND 10000),
  ordering TEXT NOT NULL DEFAULT 'key' CHECK (ordering = 'none' OR ordering = 'key' OR ordering = 'strict'),
  timeout_ms INTEGER NOT NULL DEFAULT 15000 CHECK (timeout_ms BETWEEN 1000 AND 30000),
  -- Seconds between attempts with a comma between; empty: the default schedule.
  schedule TEXT NOT NULL DEFAULT '',
  sealed_headers TEXT NOT NULL DEFAULT '',
  -- PEM; empty: the authorities that the machine trusts.
  ca TEXT NOT NULL DEFAULT '',
  -- PEM of our client certificate; empty: none.
  certificate TEXT NOT NULL DEFAULT '',
  sealed_key TEXT NOT NULL DEFAULT '',
  auto_disable INTEGER NOT NULL DEFAULT 1 CHECK (auto_disable = 0 OR auto_disable = 1),
  -- Raised when the lane's owner must drop what it holds: its jobs have changed in the table.
  generation INTEGER NOT NULL DEFAULT 0,
  -- No job of its lane expires before.
  expiry_floor INTEGER NOT NULL DEFAULT 0,
  state_since INTEGER NOT NULL DEFAULT 0,
  -- Signatures besides the default one, names with a comma between.
  signatures TEXT NOT NULL DEFAULT '',
  -- For those signatures that need a key of their own.
  sealed_signing_key TEXT NOT NULL DEFAULT '',
  -- Events before this instant are dropped.
  drop_before INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX webhook_endpoint_one ON webhook_endpoint (account_id, source, origin) WHERE source <> 'extra';
CREATE INDEX webhook_endpoint_extra ON webhook_endpoint (account_id, id) WHERE source = 'extra';
-- Counted for each reading of the metrics: nearly all endpoints are active.
CREATE INDEX webhook_endpoint_at_rest ON webhook_endpoint (state) WHERE state <> 'active';

CREATE TABLE webhook_event (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  order_key TEXT NOT NULL,
  url TEXT,
  body BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  -- The first delivery: its job from the start, and its first attempt once that was received. All other attempts
  -- are rows of webhook_attempt.
  first_endpoint_id INTEGER,
  first_job_id INTEGER,
  first_at INTEGER,
  first_status INTEGER,
  first_error TEXT,
  first_duration_ms INTEGER,
  first_ip TEXT,
  first_response_head TEXT,
  first_response_body TEXT,
  first_url TEXT,
  first_resolve_ms INTEGER,
  first_connect_ms INTEGER,
  first_tls_ms INTEGER,
  first_answer_ms INTEGER
) STRICT;
CREATE INDEX webhook_event_of_account ON webhook_event (account_id, id);

CREATE TABLE webhook_attempt (
  id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL
    CHECK (outcome = 'delivered' OR outcome = 'retry' OR outcome = 'expired' OR outcome = 'superseded'
      OR outcome = 'gone' OR outcome = 'dropped' OR outcome = 'forbidden'),
  status INTEGER NOT NULL,
  error TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  ip TEXT NOT NULL,
  response_head TEXT NOT NULL,
  response_body TEXT NOT NULL,
  url TEXT NOT NULL DEFAULT '',
  resolve_ms INTEGER NOT NULL DEFAULT 0,
  connect_ms INTEGER NOT NULL DEFAULT 0,
  tls_ms INTEGER NOT NULL DEFAULT 0,
  answer_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhook_attempt_of_event ON webhook_attempt (event_id, endpoint_id);
CREATE INDEX webhook_attempt_undelivered ON webhook_attempt (endpoint_id, id) WHERE outcome <> 'delivered';

-- Attempts at endpoints by the hour (webhooks/attempt-counts.ts): no event stands here, so it outlives them.
CREATE TABLE endpoint_hour (
  endpoint_id INTEGER NOT NULL,
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  outcome TEXT NOT NULL CHECK (outcome = 'delivered' OR outcome = 'failed'),
  -- How long they took (core/delays.ts); 0: nothing was sent.
  bucket INTEGER NOT NULL CHECK (bucket >= 0),
  attempts INTEGER NOT NULL CHECK (attempts > 0),
  PRIMARY KEY (endpoint_id, starts_at, outcome, bucket)
) STRICT, WITHOUT ROWID;

-- The last deleted event of each stream: a reader behind it has missed events.
CREATE TABLE forgotten_event (
  stream INTEGER PRIMARY KEY CHECK (stream >= 0),
  last_id INTEGER NOT NULL
) STRICT;

-- Events to be delivered once more, in slices, so that new ones do not wait behind them.
CREATE TABLE webhook_replay (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  kinds TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome = 'any' OR outcome = 'delivered' OR outcome = 'undelivered'),
  phone TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state = 'running' OR state = 'done' OR state = 'cancelled'),
  -- The last event that was looked at.
  after_event_id INTEGER NOT NULL,
  made INTEGER NOT NULL,
  first_job_id INTEGER NOT NULL,
  last_job_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- A key replays events of its own mode; null: a person asked, for both.
  mode TEXT CHECK (mode IN ('live', 'test'))
) STRICT;
CREATE UNIQUE INDEX webhook_replay_running ON webhook_replay (endpoint_id) WHERE state = 'running';

-- The newest requests that the inspector of webhooks has received.
CREATE TABLE inspected_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  head TEXT NOT NULL,
  answer TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

-- -------- Email: content, mails, delivery ---------------------------------------------------------------------------

-- Octets of attachments by their SHA-256. Written before the email that names them, and deleted where none does.
CREATE TABLE blob (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL CHECK (size >= 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE blob_piece (
  hash TEXT NOT NULL REFERENCES blob,
  place INTEGER NOT NULL,
  octets BLOB NOT NULL,
  PRIMARY KEY (hash, place)
) STRICT;

-- Subject and bodies by the SHA-256 of all that is in them: the same content sent again is stored once.
CREATE TABLE email_content (
  hash TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  html TEXT NOT NULL,
  -- Null: made from the html.
  text TEXT,
  created_at INTEGER NOT NULL,
  -- The text part made from the html, where the client gave none; null: not yet.
  made_text TEXT
) STRICT;

CREATE TABLE email_attachment (
  content TEXT NOT NULL REFERENCES email_content,
  place INTEGER NOT NULL,
  filename TEXT NOT NULL,
  content_type TEXT NOT NULL,
  blob TEXT NOT NULL REFERENCES blob,
  -- The name by which the html shows the file; null: it is an attachment.
  content_id TEXT,
  PRIMARY KEY (content, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX email_attachment_of_blob ON email_attachment (blob);

-- An email is one request, a mail one recipient's copy of it: id = email id × 512 + place.
CREATE TABLE email (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  -- 0: one of our own notices.
  key_id INTEGER NOT NULL,
  accepted_at INTEGER NOT NULL,
  scheduled_at INTEGER,
  valid_until INTEGER NOT NULL,
  sender TEXT NOT NULL,
  sender_name TEXT NOT NULL,
  reply_to TEXT,
  reply_to_name TEXT NOT NULL,
  content TEXT NOT NULL REFERENCES email_content,
  -- JSON: a list of name and value.
  headers TEXT NOT NULL,
  -- JSON: a record of texts.
  variables TEXT NOT NULL,
  -- JSON as the client wrote it; null: none.
  metadata TEXT,
  tag TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class = 'urgent' OR class = 'normal'),
  -- What can be unsubscribed from: '' is all mail of the account; null: it is no mailing.
  stream TEXT,
  track_opens INTEGER NOT NULL CHECK (track_opens = 0 OR track_opens = 1),
  track_clicks INTEGER NOT NULL CHECK (track_clicks = 0 OR track_clicks = 1),
  report_url TEXT,
  report_endpoint_id INTEGER,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  currency TEXT NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  sandbox INTEGER NOT NULL CHECK (sandbox = 0 OR sandbox = 1),
  request_id TEXT NOT NULL,
  -- The key by which a notice of ours is sent once; null: a client's email.
  notice TEXT,
  -- The client's own id of its request; empty: none.
  client_request_id TEXT NOT NULL DEFAULT '',
  -- JSON: the To and Cc of the header, and the place of the first copy; null: no copies.
  copies TEXT
) STRICT;
CREATE INDEX email_of_account ON email (account_id, id);
CREATE INDEX email_of_content ON email (content);
CREATE UNIQUE INDEX email_of_notice ON email (notice) WHERE notice IS NOT NULL;
CREATE INDEX email_of_request ON email (request_id);
CREATE INDEX email_client_request ON email (account_id, client_request_id, id) WHERE client_request_id <> '';

CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON; null: the email's alone.
  variables TEXT,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  -- Its last fact, with the class of its reason.
  state TEXT NOT NULL
    CHECK (state = 'scheduled' OR state = 'queued' OR state = 'deferred' OR state = 'held' OR state = 'sent'
      OR state = 'caught' OR state = 'bounced' OR state = 'failed' OR state = 'suppressed'
      OR state = 'cancelled' OR state = 'complained'),
  class TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL,
  deferred_at INTEGER,
  -- Of the commit that wrote the last fact: its other steps recognise it by this.
  stamp INTEGER NOT NULL DEFAULT 0,
  -- 1 once it counts for the reputation of the account's live mail.
  tells INTEGER NOT NULL DEFAULT 0 CHECK (tells = 0 OR tells = 1),
  -- The state the mail is counted in; it is counted anew when its state differs.
  counted_state TEXT NOT NULL DEFAULT '',
  counted_as TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX mail_that_tells ON mail (account_id, changed_at) WHERE tells = 1;
-- For searches by recipient.
CREATE INDEX mail_of_address ON mail (account_id, lower(address), id);
-- Begins with a column that no other index begins with, so that no other serves for the order.
CREATE INDEX mail_to_count ON mail (changed_at, id) WHERE counted_state <> state;

CREATE TABLE mail_fact (
  id INTEGER PRIMARY KEY,
  mail_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind <> ''),
  -- JSON; null: nothing more to say.
  detail TEXT
) STRICT;
CREATE INDEX mail_fact_of_mail ON mail_fact (mail_id, id);

CREATE TABLE mail_attempt (
  id INTEGER PRIMARY KEY,
  mail_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  stage TEXT NOT NULL,
  code INTEGER NOT NULL,
  enhanced TEXT NOT NULL,
  text TEXT NOT NULL,
  host TEXT NOT NULL,
  ip TEXT NOT NULL,
  tls TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  dialogue TEXT NOT NULL,
  -- Replies to each step of an attempt, as a JSON list of {"stage", "code", "ms"}.
  steps TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX mail_attempt_of_mail ON mail_attempt (mail_id, id);

-- The price of one mail, by account and from a day on; account 0: all accounts without their own.
CREATE TABLE mail_price (
  account_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, from_at)
) STRICT, WITHOUT ROWID;

-- Accounts whose mail is held, or was; mails before `counts_from` no longer count.
CREATE TABLE mail_standing (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  held INTEGER NOT NULL CHECK (held = 0 OR held = 1),
  reason TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  counts_from INTEGER NOT NULL
) STRICT;

-- The mail servers of a recipient's domain.
CREATE TABLE mail_site (
  domain TEXT PRIMARY KEY,
  site TEXT NOT NULL,
  hosts TEXT NOT NULL,
  checked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mail_shaping (
  owner TEXT PRIMARY KEY,
  limits TEXT NOT NULL,
  memory TEXT NOT NULL,
  cool_until INTEGER NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mail_lane_order (
  owner TEXT PRIMARY KEY,
  held INTEGER NOT NULL CHECK (held = 0 OR held = 1),
  limits TEXT NOT NULL,
  set_at INTEGER NOT NULL
) STRICT;

-- MTA-STS policies of domains (RFC 8461), as they were fetched.
CREATE TABLE mail_policy (
  domain TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'enforce' OR mode = 'testing' OR mode = 'none'),
  mx TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- Delivery of mails by the hour in which their emails were accepted: counted from the stored mails after their commits
-- (mail/figures/mail-counter.ts). No address stands here, so it outlives them.
CREATE TABLE mail_stat_hour (
  account_id INTEGER NOT NULL,
  purse TEXT NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at INTEGER NOT NULL CHECK (starts_at % 3600000 = 0),
  -- A mailbox provider; empty: all other domains.
  provider TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state <> ''),
  -- Sent: the bucket of its delay (core/delays.ts). Bounced, failed: the reason.
  detail TEXT NOT NULL,
  mails INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, provider, state, detail)
) STRICT, WITHOUT ROWID;

-- -------- Email: senders, suppression, caught mail ------------------------------------------------------------------

-- Domains that accounts send from. Several may want the same one; the first to prove it has it.
CREATE TABLE mail_domain (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL CHECK (name <> ''),
  -- DKIM keys as JSON, their private halves sealed.
  keys TEXT NOT NULL,
  rotation INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  -- Since when bounces to b.<domain> come back here; null: they do not.
  return_path_at INTEGER,
  -- The last DNS lookup for the keys of a proved domain.
  proof_checked_at INTEGER NOT NULL DEFAULT 0,
  -- Since when the DNS has none of them.
  proof_missing_at INTEGER,
  -- What is sent from it stays in the mail catcher, in any mode of the server.
  stays_here INTEGER NOT NULL DEFAULT 0 CHECK (stays_here = 0 OR stays_here = 1),
  -- Nobody has added it: it has keys, so that caught mail is signed as it would be, and is listed nowhere.
  caught_only INTEGER NOT NULL DEFAULT 0 CHECK (caught_only = 0 OR caught_only = 1),
  UNIQUE (account_id, name)
) STRICT;
CREATE UNIQUE INDEX mail_domain_proved ON mail_domain (name) WHERE verified_at IS NOT NULL;

-- Addresses that accounts may send from, and the default one.
CREATE TABLE mail_sender (
  account_id INTEGER NOT NULL REFERENCES account,
  address TEXT NOT NULL CHECK (address <> ''),
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default = 0 OR is_default = 1),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, address)
) STRICT;
CREATE UNIQUE INDEX mail_sender_default ON mail_sender (account_id) WHERE is_default = 1;

-- Addresses that get no mail of an account. An expired entry stops nothing; one of soft bounces is in force after three
-- of them within a week.
CREATE TABLE mail_suppression (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  stream TEXT NOT NULL,
  address TEXT NOT NULL CHECK (address <> ''),
  reason TEXT NOT NULL
    CHECK (reason = 'hard' OR reason = 'soft' OR reason = 'complaint' OR reason = 'unsubscribe' OR reason = 'manual'),
  source TEXT NOT NULL,
  strikes INTEGER NOT NULL DEFAULT 0,
  struck_at INTEGER NOT NULL DEFAULT 0,
  struck_before_at INTEGER NOT NULL DEFAULT 0,
  times INTEGER NOT NULL DEFAULT 0,
  -- Of the commit with which it came into force.
  stamp INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  -- Clients were told of the end of the entry if this is not before `expires_at`.
  ended_at INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, address, stream, reason)
) STRICT;
CREATE INDEX mail_suppression_of_account ON mail_suppression (account_id, id);
CREATE INDEX mail_suppression_ends ON mail_suppression (expires_at) WHERE expires_at > ended_at;

-- Changes of suppression lists by administrators and by expiry, until clients are told.
CREATE TABLE suppression_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  stream TEXT NOT NULL,
  address TEXT NOT NULL,
  reason TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'added' OR kind = 'removed'),
  at INTEGER NOT NULL
) STRICT;

-- The newest mails of the mail catcher. The octets come near the end, so that a list reads past none of them.
CREATE TABLE caught_mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  caught_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  mail_from TEXT NOT NULL,
  subject TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  octets BLOB NOT NULL,
  -- The SMTP dialogue.
  dialogue TEXT NOT NULL DEFAULT '',
  -- Null: another program's mail, or a notice of ours.
  account_id INTEGER,
  mail_id INTEGER
) STRICT;
CREATE INDEX caught_mail_of_account ON caught_mail (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX caught_mail_of_mail ON caught_mail (mail_id, id) WHERE mail_id IS NOT NULL;

-- The newest mails to postmaster and abuse. The octets last: a list reads past none of them.
CREATE TABLE mail_letter (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  received_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  mail_from TEXT NOT NULL,
  subject TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  octets BLOB NOT NULL
) STRICT;

-- -------- Voice: trunks, calls, what follows a call -----------------------------------------------------------------

-- Carriers of calls (SIP trunks).
CREATE TABLE trunk (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  enabled INTEGER NOT NULL CHECK (enabled = 0 OR enabled = 1),
  built_in INTEGER NOT NULL CHECK (built_in = 0 OR built_in = 1),
  settings TEXT NOT NULL,
  sealed_password TEXT NOT NULL,
  sealed_auth_in_password TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Until when the messages of the trunk are traced.
  traced_until INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The newest messages of traced trunks.
CREATE TABLE trunk_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  trunk_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction = 'in' OR direction = 'out'),
  peer TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

-- Without a row calls are refused. A change names the version it was based on.
CREATE TABLE forward_rule (
  number_id INTEGER PRIMARY KEY REFERENCES number,
  kind TEXT NOT NULL CHECK (kind = 'forward' OR kind = 'voicemail'),
  -- Digits of E.164, or an e-mail address.
  target TEXT NOT NULL CHECK (target <> ''),
  version INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL
) STRICT;
-- Rules that lead somewhere are followed from number to number.
CREATE INDEX forward_rule_of_target ON forward_rule (target);

CREATE TABLE forward_option (
  number_id INTEGER PRIMARY KEY REFERENCES number,
  ring_ms INTEGER NOT NULL CHECK (ring_ms >= 5000 AND ring_ms <= 120000),
  unanswered TEXT NOT NULL CHECK (unanswered = 'refuse' OR unanswered = 'voicemail'),
  fallback_email TEXT NOT NULL DEFAULT '',
  missed_call_email TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL CHECK (language = 'en' OR language = 'fr'),
  -- The text to a caller whose call was not answered; empty: none.
  missed_call_text TEXT NOT NULL DEFAULT ''
) STRICT;

-- Number 0: all numbers of the account without their own.
CREATE TABLE greeting (
  account_id INTEGER NOT NULL REFERENCES account,
  number_id INTEGER NOT NULL,
  pcm BLOB NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, number_id)
) STRICT;

-- Countries an account may call besides its own.
CREATE TABLE call_country (
  account_id INTEGER NOT NULL REFERENCES account,
  country TEXT NOT NULL,
  PRIMARY KEY (account_id, country)
) STRICT, WITHOUT ROWID;

-- Numbers that calls are never led to, for any account: frequent targets of fraud. Administrators change the list.
CREATE TABLE risky_range (
  prefix TEXT PRIMARY KEY CHECK (prefix <> ''),
  -- Empty: it is on the list that the program came with.
  reason TEXT NOT NULL,
  listed_at INTEGER NOT NULL
) STRICT;
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
  account_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  per_minute INTEGER NOT NULL CHECK (per_minute >= 0),
  first_s INTEGER NOT NULL CHECK (first_s >= 1),
  next_s INTEGER NOT NULL CHECK (next_s >= 1),
  PRIMARY KEY (account_id, prefix)
) STRICT, WITHOUT ROWID;

CREATE TABLE call (
  id INTEGER PRIMARY KEY,
  account_id INTEGER REFERENCES account,
  payer_id INTEGER REFERENCES account,
  number TEXT NOT NULL,
  caller TEXT NOT NULL,
  target TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'forward' OR kind = 'voicemail' OR kind = 'refused'),
  trunk_in TEXT NOT NULL,
  trunk_out TEXT NOT NULL,
  process_id INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ringing_at INTEGER,
  answered_at INTEGER,
  ended_at INTEGER,
  per_minute INTEGER NOT NULL CHECK (per_minute >= 0),
  -- Taken from the payer's balance while the call goes on.
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  billed_s INTEGER NOT NULL CHECK (billed_s >= 0),
  cost INTEGER NOT NULL CHECK (cost >= 0),
  cause TEXT NOT NULL,
  sip_status INTEGER NOT NULL,
  rule TEXT NOT NULL,
  -- The billing increments: another process may have to end the call.
  first_s INTEGER NOT NULL DEFAULT 1,
  next_s INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX call_of_account ON call (account_id, id);
CREATE INDEX call_of_number ON call (number, id);
CREATE INDEX call_of_payer ON call (payer_id, started_at) WHERE payer_id IS NOT NULL;
CREATE INDEX call_going_on ON call (process_id, id) WHERE ended_at IS NULL;
-- Calls are found by caller and by target, besides the number that was called.
CREATE INDEX call_of_caller ON call (caller, id);
CREATE INDEX call_of_target ON call (target, id);

-- Last heartbeat of processes that carry calls: calls of a dead one end there.
CREATE TABLE call_process (
  id INTEGER PRIMARY KEY,
  seen_at INTEGER NOT NULL
) STRICT;

-- Numbers of ours that a call was led on to: it is listed under each of them.
CREATE TABLE call_hop (
  call_id INTEGER NOT NULL REFERENCES call ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 1),
  number TEXT NOT NULL,
  account_id INTEGER,
  PRIMARY KEY (call_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_hop_of_account ON call_hop (account_id, call_id);
CREATE INDEX call_hop_of_number ON call_hop (number, call_id);

-- Messages of callers, each with the id of its call; the sound apart, so that a list reads none of it.
CREATE TABLE voicemail (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  number_id INTEGER NOT NULL,
  number TEXT NOT NULL,
  caller TEXT NOT NULL,
  caller_name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL CHECK (duration_ms >= 0),
  law TEXT NOT NULL CHECK (law = 'pcma' OR law = 'pcmu'),
  ended_by TEXT NOT NULL,
  mail_to TEXT NOT NULL,
  mail_state TEXT NOT NULL,
  language TEXT NOT NULL,
  simulated INTEGER NOT NULL CHECK (simulated = 0 OR simulated = 1),
  heard_at INTEGER
) STRICT;
CREATE INDEX voicemail_of_account ON voicemail (account_id, id);
CREATE INDEX voicemail_queued ON voicemail (id) WHERE mail_state = 'queued';

CREATE TABLE voicemail_audio (
  id INTEGER PRIMARY KEY REFERENCES voicemail,
  g711 BLOB NOT NULL
) STRICT;

-- Calls without an answer. Those of one notice have the id of its first.
CREATE TABLE missed_call (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  number TEXT NOT NULL,
  caller TEXT NOT NULL,
  caller_name TEXT NOT NULL,
  at INTEGER NOT NULL,
  cause TEXT NOT NULL,
  tell_to TEXT NOT NULL,
  language TEXT NOT NULL,
  simulated INTEGER NOT NULL CHECK (simulated = 0 OR simulated = 1),
  notice_id INTEGER,
  told_at INTEGER
) STRICT;
CREATE INDEX missed_call_of_caller ON missed_call (number, caller, at);
CREATE INDEX missed_call_told ON missed_call (account_id, tell_to, told_at);
CREATE INDEX missed_call_of_notice ON missed_call (notice_id) WHERE notice_id IS NOT NULL;

-- Texts to callers whose call was not answered, each with the id of its call.
CREATE TABLE text_back (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  number TEXT NOT NULL,
  caller TEXT NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  simulated INTEGER NOT NULL CHECK (simulated = 0 OR simulated = 1),
  state TEXT NOT NULL CHECK (state = 'owed' OR state = 'sent' OR state = 'refused'),
  -- Why it was refused.
  why TEXT NOT NULL DEFAULT '',
  message_id INTEGER
) STRICT;
CREATE INDEX text_back_of_caller ON text_back (number, caller, at);

-- -------- The built-in operator and phones --------------------------------------------------------------------------

-- Orders of the command line to the built-in operator; gone when done.
CREATE TABLE simulator_order (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Receipts and replies that the built-in operator has to deliver; gone when a bind has taken them.
CREATE TABLE simulator_delivery (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  pdu BLOB NOT NULL
) STRICT;

-- Calls that the built-in phones are told to make, and how those went; the newest alone. The octets last.
CREATE TABLE simulator_call (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL CHECK (state = 'ordered' OR state = 'under way' OR state = 'over'),
  ordered_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  wish TEXT NOT NULL,
  events TEXT NOT NULL,
  sound BLOB NOT NULL,
  heard BLOB NOT NULL
) STRICT;
