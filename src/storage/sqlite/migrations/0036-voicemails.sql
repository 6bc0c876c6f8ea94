-- Messages that callers have left, each with the id of its call; their sound apart, so that a list reads none of it.
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

-- Calls that nobody took. Those of one notice have its first one's id.
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

-- Number 0: of all numbers of the account that have none of their own.
CREATE TABLE greeting (
  account_id INTEGER NOT NULL REFERENCES account,
  number_id INTEGER NOT NULL,
  pcm BLOB NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, number_id)
) STRICT;
