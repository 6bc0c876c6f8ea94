-- What the client calls its request, beside our own id of it; empty: nothing.
ALTER TABLE message ADD COLUMN client_request_id TEXT NOT NULL DEFAULT '';
ALTER TABLE email ADD COLUMN client_request_id TEXT NOT NULL DEFAULT '';
-- Most have none, and are in neither.
CREATE INDEX message_client_request ON message (account_id, client_request_id, id)
  WHERE client_request_id <> '';
CREATE INDEX email_client_request ON email (account_id, client_request_id, id)
  WHERE client_request_id <> '';
