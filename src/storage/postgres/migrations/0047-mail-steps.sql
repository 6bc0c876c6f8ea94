-- What each step of an attempt heard, and after how many milliseconds: a JSON list of {"stage", "code", "ms"}.
ALTER TABLE mail_attempt ADD COLUMN steps text COLLATE "C" NOT NULL DEFAULT '[]';
