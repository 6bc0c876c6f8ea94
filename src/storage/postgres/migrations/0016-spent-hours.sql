-- What each account has sent and what that cost, by the hour, so that a year is told without reading its
-- messages. Written in the commit that accepts them; refunds stand in `movement`.
CREATE TABLE spent_hour (
  account_id bigint NOT NULL,
  purse text COLLATE "C" NOT NULL CHECK (purse = 'live' OR purse = 'test'),
  starts_at bigint NOT NULL CHECK (starts_at % 3600000 = 0),
  cost bigint NOT NULL CHECK (cost >= 0),
  parts bigint NOT NULL CHECK (parts > 0),
  PRIMARY KEY (account_id, purse, starts_at)
) WITH (fillfactor = 50);

INSERT INTO spent_hour
SELECT account_id, CASE WHEN test = 1 THEN 'test' ELSE 'live' END,
  accepted_at - accepted_at % 3600000, sum(message.cost), sum(
    (SELECT sum(parts) FROM recipient
     WHERE recipient.id >= message.id * 512 AND recipient.id < (message.id + 1) * 512))
FROM message GROUP BY 1, 2, 3;

DROP INDEX movement_of_account;
CREATE INDEX movement_of_account ON movement (account_id, purse, at);
