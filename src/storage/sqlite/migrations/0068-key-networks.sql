-- From where keys were used: networks are IPv4 /16 and IPv6 /32. News are told once to the account's owners.
CREATE TABLE key_network (
  key_id INTEGER NOT NULL REFERENCES api_key,
  network TEXT NOT NULL CHECK (network <> ''),
  seen_at INTEGER NOT NULL,
  news INTEGER NOT NULL CHECK (news = 0 OR news = 1),
  told_at INTEGER,
  PRIMARY KEY (key_id, network)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_network_untold ON key_network (key_id) WHERE news = 1 AND told_at IS NULL;
