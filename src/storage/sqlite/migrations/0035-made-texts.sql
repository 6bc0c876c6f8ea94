-- The text part that was made of the html, where the client gave none; null: not yet.
ALTER TABLE email_content ADD COLUMN made_text TEXT;
