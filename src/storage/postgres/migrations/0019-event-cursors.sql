-- Accounts read their events by cursors, which walk their ids.
CREATE INDEX IF NOT EXISTS webhook_event_of_account ON webhook_event (account_id, id);

-- Of each stream of events the last one that was forgotten: who has not read as far has missed it.
CREATE TABLE forgotten_event (
  stream bigint PRIMARY KEY CHECK (stream >= 0),
  last_id bigint NOT NULL
);
