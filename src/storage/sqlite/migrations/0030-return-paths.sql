-- Since when bounces to b.<domain> come back here; null: they do not.
ALTER TABLE mail_domain ADD COLUMN return_path_at INTEGER;
