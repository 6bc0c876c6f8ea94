-- Whose wall clock notices to an account read: a name of the IANA time zone database.
ALTER TABLE account ADD COLUMN time_zone text COLLATE "C" NOT NULL DEFAULT 'Europe/Paris' CHECK (time_zone <> '');
