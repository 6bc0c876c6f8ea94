-- An account has a URL of its own for events of emails.
ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_source_check;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_source_check
  CHECK (source = 'reply' OR source = 'report' OR source = 'email' OR source = 'request' OR source = 'extra');
