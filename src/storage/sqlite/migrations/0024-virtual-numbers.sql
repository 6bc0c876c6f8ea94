-- A long number can be rented, and what calls to it do is its account's to say.
ALTER TABLE number ADD COLUMN can_forward INTEGER NOT NULL DEFAULT 0
  CHECK (can_forward = 0 OR can_forward = 1);
ALTER TABLE number ADD COLUMN label TEXT NOT NULL DEFAULT '';
-- For a month; and for a minute of a call that comes in. Millionths of the account's currency.
ALTER TABLE number ADD COLUMN monthly_price INTEGER NOT NULL DEFAULT 0 CHECK (monthly_price >= 0);
ALTER TABLE number ADD COLUMN minute_price INTEGER NOT NULL DEFAULT 0 CHECK (minute_price >= 0);
ALTER TABLE number ADD COLUMN rented_at INTEGER;
-- Until when rent is paid; null: it costs nothing.
ALTER TABLE number ADD COLUMN paid_until INTEGER;
ALTER TABLE number ADD COLUMN deactivated_why TEXT NOT NULL DEFAULT '';
-- Given back, and not to be rented out before.
ALTER TABLE number ADD COLUMN free_after INTEGER;
UPDATE number SET rented_at = created_at WHERE account_id IS NOT NULL;
CREATE INDEX number_to_pay ON number (paid_until) WHERE paid_until IS NOT NULL;

-- Who had it when.
CREATE TABLE number_history (
  id INTEGER PRIMARY KEY,
  number TEXT NOT NULL,
  account_id INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL
) STRICT;
CREATE INDEX history_of_number ON number_history (number, id);

-- Without a row calls are refused. Whoever changes it says which version he has seen.
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
  language TEXT NOT NULL CHECK (language = 'en' OR language = 'fr')
) STRICT;

-- Where an account may call besides its own country.
CREATE TABLE call_country (
  account_id INTEGER NOT NULL REFERENCES account,
  country TEXT NOT NULL,
  PRIMARY KEY (account_id, country)
) STRICT, WITHOUT ROWID;
