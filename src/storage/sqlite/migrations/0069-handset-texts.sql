-- Which account wrote a text on a test phone that accounts share.
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
