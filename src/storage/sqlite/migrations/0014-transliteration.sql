-- Whether texts may be written in characters of the GSM alphabet that look alike.
ALTER TABLE account ADD COLUMN transliterate TEXT NOT NULL DEFAULT 'off'
  CHECK (transliterate = 'off' OR transliterate = 'punctuation' OR transliterate = 'letters');
