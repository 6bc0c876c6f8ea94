-- What the built-in operator owes: receipts and replies, as deliver_sm; gone when a bind has taken them.
CREATE TABLE simulator_delivery (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  pdu BLOB NOT NULL
) STRICT;
