-- How messages went, by the hour in which they were accepted: counted from the stored facts behind their
-- commits (sms/records/figure-counter.ts). No phone stands here, so it outlives the messages.
CREATE TABLE stat_hour (
  account_id bigint NOT NULL,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  country text COLLATE "C" NOT NULL,
  operator_id bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'under way' OR state = 'delivered' OR state = 'not delivered'),
  -- Delivered: the bound of its delay, in milliseconds. Not delivered: the reason.
  detail text COLLATE "C" NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  cost bigint NOT NULL,
  PRIMARY KEY (account_id, purse, starts_at, country, operator_id, state, detail)
) WITH (fillfactor = 50);

-- Message ids as processes reserve them, and up to which recipient each block is counted.
CREATE TABLE stat_block (
  first bigint PRIMARY KEY,
  beyond bigint NOT NULL CHECK (beyond > first),
  next_recipient_id bigint NOT NULL,
  noted_at bigint NOT NULL
);

-- Recipients that are counted as under way, with that operator.
CREATE TABLE stat_open (
  recipient_id bigint PRIMARY KEY,
  operator_id bigint NOT NULL,
  look_at bigint NOT NULL
);
CREATE INDEX stat_open_by_look ON stat_open (look_at);
