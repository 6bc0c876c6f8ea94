-- A text's form (sms/text/form.ts) follows from the operator, so it stands with the recipient. Its own
-- text is null where it is the message's.
ALTER TABLE recipient ADD COLUMN text text COLLATE "C";
ALTER TABLE recipient ADD COLUMN form text COLLATE "C" NOT NULL DEFAULT 'gsm7/udh8/00';

-- Parts that wait keep the octets that they have been planned with.
UPDATE recipient SET form =
  CASE message.alphabet WHEN 'ucs2' THEN 'ucs2' ELSE 'gsm7' END
  || '/' ||
  coalesce((SELECT settings::json ->> 'longMessages' FROM operator
    WHERE operator.id = recipient.operator_id), 'udh8')
  || '/00'
FROM message WHERE message.id = recipient.id / 512;

ALTER TABLE message DROP COLUMN alphabet;
