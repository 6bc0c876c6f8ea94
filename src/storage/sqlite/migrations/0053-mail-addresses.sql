-- What people look for: who got a mail, and which request an email came with.
CREATE INDEX mail_of_address ON mail (account_id, lower(address), id);
CREATE INDEX email_of_request ON email (request_id);
