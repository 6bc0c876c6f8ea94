-- Numbers that people write to. A short one may serve many accounts, a long one serves its own.
CREATE TABLE number (
  id INTEGER PRIMARY KEY,
  -- Digits: E.164 without its plus, or the digits of a short number.
  number TEXT NOT NULL UNIQUE CHECK (number <> ''),
  kind TEXT NOT NULL CHECK (kind = 'long' OR kind = 'short'),
  account_id INTEGER REFERENCES account,
  -- The operator that serves it; null is any.
  operator_id INTEGER REFERENCES operator,
  state TEXT NOT NULL CHECK (state = 'active' OR state = 'deactivated'),
  takes_sms INTEGER NOT NULL CHECK (takes_sms = 0 OR takes_sms = 1),
  takes_calls INTEGER NOT NULL CHECK (takes_calls = 0 OR takes_calls = 1),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX number_of_account ON number (account_id, id);

-- The short number that an account sends from, and the word that leads a message to it.
CREATE TABLE account_short_number (
  account_id INTEGER PRIMARY KEY REFERENCES account,
  number_id INTEGER NOT NULL REFERENCES number,
  keyword TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX keyword_of_short_number ON account_short_number (number_id, keyword)
  WHERE keyword <> '';

-- Texts of which not all parts have come, and for a while those of which all have.
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
  kind TEXT NOT NULL CHECK (kind = 'reply' OR kind = 'stop' OR kind = 'start' OR kind = 'binary'
    OR kind = 'unclaimed'),
  -- Null where nobody is known to have asked for it.
  account_id INTEGER,
  -- Null where the octets are no text that can be read.
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

INSERT INTO inbound_message (operator_id, sender, receiver, kind, octets, data_coding, received_at,
    parts_received, parts_total, answers_message_id, test)
  SELECT operator_id, source, destination, 'unclaimed', octets, data_coding, received_at, 1, 1, 0, 0
  FROM inbound_pdu;
DROP TABLE inbound_pdu;

-- The last message from a number of ours to a phone, whose account its replies go to.
CREATE TABLE last_sent (
  number TEXT NOT NULL,
  phone TEXT NOT NULL,
  test INTEGER NOT NULL CHECK (test = 0 OR test = 1),
  account_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (number, phone, test)
) STRICT, WITHOUT ROWID;

-- Where a request wants the replies to its message; the others go to the account's own endpoint.
CREATE TABLE reply_address (
  message_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  endpoint_id INTEGER NOT NULL
) STRICT;
