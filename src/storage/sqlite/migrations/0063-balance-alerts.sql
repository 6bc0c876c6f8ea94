-- Below which balance an account's people hear of it; since when they have, and how often before.
ALTER TABLE account ADD COLUMN alert_level INTEGER;
ALTER TABLE account ADD COLUMN alerted_at INTEGER;
ALTER TABLE account ADD COLUMN alerts INTEGER NOT NULL DEFAULT 0;
