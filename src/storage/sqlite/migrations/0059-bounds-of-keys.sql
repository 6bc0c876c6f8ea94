-- Where a key may come from, what it may do, and when it ends.
ALTER TABLE api_key ADD COLUMN cidrs TEXT NOT NULL DEFAULT '';
ALTER TABLE api_key ADD COLUMN scopes TEXT;
ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
