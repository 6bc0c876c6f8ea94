-- Below which balance an account's people hear of it; since when they have, and how often before.
ALTER TABLE account ADD COLUMN alert_level bigint;
ALTER TABLE account ADD COLUMN alerted_at bigint;
ALTER TABLE account ADD COLUMN alerts bigint NOT NULL DEFAULT 0;
