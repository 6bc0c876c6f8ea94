-- A key replays events of its own mode; null: a person asked, for both.
ALTER TABLE webhook_replay ADD COLUMN mode text COLLATE "C" CHECK (mode IN ('live', 'test'));
