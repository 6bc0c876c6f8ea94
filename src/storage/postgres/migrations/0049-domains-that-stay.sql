-- What is sent from it stays in the catcher, whatever the mode of the server.
ALTER TABLE mail_domain ADD COLUMN stays_here bigint NOT NULL DEFAULT 0 CHECK (stays_here = 0 OR stays_here = 1);
