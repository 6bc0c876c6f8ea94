-- Emails that were accepted before they counted in the hours of their accounts.
INSERT INTO spent_hour (account_id, purse, starts_at, cost, parts)
SELECT account_id, purse, at - at % 3600000, -sum(amount), sum(max(1,
    (SELECT count(*) FROM mail
     WHERE mail.id >= cast(subject AS INTEGER) * 512 AND mail.id < (cast(subject AS INTEGER) + 1) * 512)))
FROM movement WHERE kind = 'email' GROUP BY 1, 2, 3
ON CONFLICT (account_id, purse, starts_at)
DO UPDATE SET cost = cost + excluded.cost, parts = parts + excluded.parts;
