-- Where a key may come from, what it may do, and when it ends.
ALTER TABLE api_key ADD COLUMN cidrs text NOT NULL DEFAULT '';
ALTER TABLE api_key ADD COLUMN scopes text;
ALTER TABLE api_key ADD COLUMN expires_at bigint;
