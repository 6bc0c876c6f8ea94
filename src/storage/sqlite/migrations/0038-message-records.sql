-- What people look up: the messages of an account, those to a phone, the parts of one, its events.
-- Ids grow with time, so each of them is in the order of time as well.
CREATE INDEX message_of_account ON message (account_id, id);
CREATE INDEX recipient_of_phone ON recipient (phone);
CREATE INDEX submitted_part_of_part ON submitted_part (part_id);
CREATE INDEX webhook_event_of_key ON webhook_event (account_id, order_key);
