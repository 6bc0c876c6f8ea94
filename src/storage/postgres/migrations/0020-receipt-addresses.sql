-- How the phone of a kept receipt counts while its part is looked for, and when its operator says that it happened.
ALTER TABLE unmatched_receipt ADD COLUMN address text COLLATE "C" NOT NULL DEFAULT 'prefer'
  CHECK (address = 'prefer' OR address = 'require' OR address = 'ignore');
ALTER TABLE unmatched_receipt ADD COLUMN done_at bigint;
