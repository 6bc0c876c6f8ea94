-- A link for another password alone: second factors stay.
ALTER TABLE user_link DROP CONSTRAINT user_link_kind_check;
ALTER TABLE user_link ADD CONSTRAINT user_link_kind_check
  CHECK (kind = 'invitation' OR kind = 'reset' OR kind = 'password');

-- Tries that are limited over all processes; the key is a hash, for what people type is not kept.
CREATE TABLE try_count (
  key text COLLATE "C" NOT NULL PRIMARY KEY,
  count bigint NOT NULL CHECK (count >= 0),
  -- The end of its pause, or of its window.
  until_at bigint NOT NULL
);
CREATE INDEX try_count_by_end ON try_count (until_at);
