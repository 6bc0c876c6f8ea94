-- What a caller whom nobody answered is texted; empty: nothing.
ALTER TABLE forward_option ADD COLUMN missed_call_text text COLLATE "C" NOT NULL DEFAULT '';

-- Texts to callers whom nobody answered, each with the id of its call.
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
