-- What people look up among the texts that phones have sent, and on the STOP list, newest first.
CREATE INDEX inbound_message_of_sender ON inbound_message (account_id, sender, id);
CREATE INDEX stop_entry_of_account ON stop_entry (account_id, id);
