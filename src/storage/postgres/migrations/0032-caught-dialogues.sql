-- What was said when a mail was caught.
ALTER TABLE caught_mail ADD COLUMN dialogue text COLLATE "C" NOT NULL DEFAULT '';
