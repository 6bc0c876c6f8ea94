-- Whether an account gets the money back of what its operators report as not delivered.
ALTER TABLE account_policy ADD COLUMN refund_undelivered integer NOT NULL DEFAULT 0
  CHECK (refund_undelivered = 0 OR refund_undelivered = 1);
