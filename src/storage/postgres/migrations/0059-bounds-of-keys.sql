-- Where a key may come from, what it may do, and when it ends.
ALTER TABLE api_key ADD COLUMN cidrs text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE api_key ADD COLUMN scopes text COLLATE "C";
ALTER TABLE api_key ADD COLUMN expires_at bigint;
