-- An email is one request, a mail one recipient's copy of it: id = email id × 512 + place.

-- What attachments are made of, under the SHA-256 of their octets. Written before the email that names
-- them, and swept where none does.
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

-- Subject and bodies under the SHA-256 of all that is in them: the same content sent again is stored once.
CREATE TABLE email_content (
  hash TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  html TEXT NOT NULL,
  -- Null: it is made of the html.
  text TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE email_attachment (
  content TEXT NOT NULL REFERENCES email_content,
  place INTEGER NOT NULL,
  filename TEXT NOT NULL,
  content_type TEXT NOT NULL,
  blob TEXT NOT NULL REFERENCES blob,
  PRIMARY KEY (content, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX email_attachment_of_blob ON email_attachment (blob);

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
  -- JSON: a list of name and value, a record of texts.
  headers TEXT NOT NULL,
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
  -- Under which a neighbour has it sent once; null: a client's.
  notice TEXT
) STRICT;
CREATE INDEX email_of_account ON email (account_id, id);
CREATE INDEX email_of_content ON email (content);
CREATE UNIQUE INDEX email_of_notice ON email (notice) WHERE notice IS NOT NULL;

CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON; null: the email's alone.
  variables TEXT,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  -- Its last fact, with the class of its reason.
  state TEXT NOT NULL CHECK (state = 'scheduled' OR state = 'queued' OR state = 'deferred'
    OR state = 'held' OR state = 'sent' OR state = 'bounced' OR state = 'failed'
    OR state = 'suppressed' OR state = 'cancelled' OR state = 'complained'),
  class TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL,
  deferred_at INTEGER,
  -- Of the commit that wrote the last fact, by which its other steps know that it did.
  stamp INTEGER NOT NULL DEFAULT 0,
  -- 1 once it says how the account's live mail is received.
  tells INTEGER NOT NULL DEFAULT 0 CHECK (tells = 0 OR tells = 1)
) STRICT;
CREATE INDEX mail_that_tells ON mail (account_id, changed_at) WHERE tells = 1;

CREATE TABLE mail_fact (
  id INTEGER PRIMARY KEY,
  mail_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind <> ''),
  -- JSON; null: there is nothing more to say.
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
  dialogue TEXT NOT NULL
) STRICT;
CREATE INDEX mail_attempt_of_mail ON mail_attempt (mail_id, id);

-- What one mail costs, by account and from a day on; account 0 is all that have none of their own.
CREATE TABLE mail_price (
  account_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  PRIMARY KEY (account_id, from_at)
) STRICT, WITHOUT ROWID;

-- Accounts whose mail is held, or was: what came before `counts_from` is forgiven.
CREATE TABLE mail_standing (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  held INTEGER NOT NULL CHECK (held = 0 OR held = 1),
  reason TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  counts_from INTEGER NOT NULL
) STRICT;

-- Which servers a recipient's domain has, and what is learned of them.
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

-- RFC 8461: policies of domains, as they were fetched.
CREATE TABLE mail_policy (
  domain TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode = 'enforce' OR mode = 'testing' OR mode = 'none'),
  mx TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

ALTER TABLE id_mark ADD COLUMN email INTEGER NOT NULL DEFAULT 9007199254740991;
