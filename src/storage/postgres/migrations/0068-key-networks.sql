-- From where keys were used: networks are IPv4 /16 and IPv6 /32. News are told once to the account's owners.
CREATE TABLE key_network (
  key_id bigint NOT NULL REFERENCES api_key,
  network text COLLATE "C" NOT NULL CHECK (network <> ''),
  seen_at bigint NOT NULL,
  news smallint NOT NULL CHECK (news = 0 OR news = 1),
  told_at bigint,
  PRIMARY KEY (key_id, network)
);
CREATE INDEX key_network_untold ON key_network (key_id) WHERE news = 1 AND told_at IS NULL;
