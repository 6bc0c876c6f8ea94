-- When the DNS was asked last for the keys of a proved domain, and since when it has none of them.
ALTER TABLE mail_domain ADD COLUMN proof_checked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_domain ADD COLUMN proof_missing_at INTEGER;
