-- Numbers of ours that a call was led on to from the one that was called: it is listed under each of them.
CREATE TABLE call_hop (
  call_id INTEGER NOT NULL REFERENCES call ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 1),
  number TEXT NOT NULL,
  account_id INTEGER,
  PRIMARY KEY (call_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_hop_of_account ON call_hop (account_id, call_id);
CREATE INDEX call_hop_of_number ON call_hop (number, call_id);
