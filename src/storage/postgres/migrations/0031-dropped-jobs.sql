-- What was owed to the endpoint before this instant nobody wants any more.
ALTER TABLE webhook_endpoint ADD COLUMN drop_before bigint NOT NULL DEFAULT 0;
