-- PDUs of some messages as they were sent: of test messages, of refused submits, of links that are traced.
CREATE TABLE message_pdu (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  part_id INTEGER NOT NULL,
  operator_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  command TEXT NOT NULL
    CHECK (command = 'submit_sm' OR command = 'submit_sm_resp' OR command = 'deliver_sm'),
  status INTEGER NOT NULL,
  octets BLOB NOT NULL,
  -- Of a receipt, as the operator wrote it.
  text TEXT NOT NULL
) STRICT;
CREATE INDEX message_pdu_of_part ON message_pdu (part_id);
