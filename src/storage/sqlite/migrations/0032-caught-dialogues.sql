-- What was said when a mail was caught.
ALTER TABLE caught_mail ADD COLUMN dialogue TEXT NOT NULL DEFAULT '';
