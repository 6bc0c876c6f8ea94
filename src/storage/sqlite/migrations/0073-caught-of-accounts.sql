-- Which account's mail was caught. Null: another program's, a notice of ours, or caught before this was noted.
ALTER TABLE caught_mail ADD COLUMN account_id INTEGER;
ALTER TABLE caught_mail ADD COLUMN mail_id INTEGER;
CREATE INDEX caught_mail_of_account ON caught_mail (account_id, id) WHERE account_id IS NOT NULL;
CREATE INDEX caught_mail_of_mail ON caught_mail (mail_id, id) WHERE mail_id IS NOT NULL;
