-- When a key was last used, to the minute.
ALTER TABLE api_key ADD COLUMN used_at INTEGER;
