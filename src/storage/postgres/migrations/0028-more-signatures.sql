-- Signatures that an endpoint wants besides the usual one, names with a comma between, and the key of those
-- that need one of their own.
ALTER TABLE webhook_endpoint ADD COLUMN signatures text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE webhook_endpoint ADD COLUMN sealed_signing_key text COLLATE "C" NOT NULL DEFAULT '';

-- Accounts whose replies are signed inside their bodies.
CREATE TABLE reply_signature (
  account_id bigint PRIMARY KEY REFERENCES account,
  method text COLLATE "C" NOT NULL CHECK (method = 'md5hash' OR method = 'md5' OR method = 'sha1'
    OR method = 'sha256' OR method = 'sha512'),
  sealed_secret text COLLATE "C" NOT NULL
);
