-- Messages that callers have left, each with the id of its call; their sound apart, so that a list reads none of it.
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

-- Calls that nobody took. Those of one notice have its first one's id.
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

-- Number 0: of all numbers of the account that have none of their own.
CREATE TABLE greeting (
  account_id bigint NOT NULL REFERENCES account,
  number_id bigint NOT NULL,
  pcm bytea NOT NULL,
  saved_at bigint NOT NULL,
  PRIMARY KEY (account_id, number_id)
);
