-- Emails that were accepted before they counted in the hours of their accounts.
INSERT INTO spent_hour (account_id, purse, starts_at, cost, parts)
SELECT account_id, purse, at - at % 3600000, -sum(amount), sum(greatest(1,
    (SELECT count(*) FROM mail
     WHERE mail.id >= cast(subject AS bigint) * 512 AND mail.id < (cast(subject AS bigint) + 1) * 512)))
FROM movement WHERE kind = 'email' GROUP BY 1, 2, 3
ON CONFLICT (account_id, purse, starts_at)
DO UPDATE SET cost = spent_hour.cost + excluded.cost, parts = spent_hour.parts + excluded.parts;
