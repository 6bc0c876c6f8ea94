-- What a caller whom nobody answered is texted; empty: nothing.
ALTER TABLE forward_option ADD COLUMN missed_call_text TEXT NOT NULL DEFAULT '';

-- Texts to callers whom nobody answered, each with the id of its call.
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
