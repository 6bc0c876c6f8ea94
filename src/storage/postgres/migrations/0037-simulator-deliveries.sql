-- What the built-in operator owes: receipts and replies, as deliver_sm; gone when a bind has taken them.
CREATE TABLE simulator_delivery (
  id bigint PRIMARY KEY,
  system_id text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  pdu bytea NOT NULL
);
