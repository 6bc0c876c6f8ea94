-- A text's form (sms/text/form.ts) follows from the operator, so it stands with the recipient. Its own
-- text is null where it is the message's.
ALTER TABLE recipient ADD COLUMN text TEXT;
ALTER TABLE recipient ADD COLUMN form TEXT NOT NULL DEFAULT 'gsm7/udh8/00';

-- Parts that wait keep the octets that they have been planned with.
UPDATE recipient SET form =
  (SELECT CASE message.alphabet WHEN 'ucs2' THEN 'ucs2' ELSE 'gsm7' END FROM message
    WHERE message.id = recipient.id / 512)
  || '/' ||
  coalesce((SELECT json_extract(operator.settings, '$.longMessages') FROM operator
    WHERE operator.id = recipient.operator_id), 'udh8')
  || '/00'
WHERE EXISTS (SELECT 1 FROM message WHERE message.id = recipient.id / 512);

ALTER TABLE message DROP COLUMN alphabet;
