-- JSON: whom the header says that copies are to, whom it names as Cc, and the place of the first copy; null: there are none.
ALTER TABLE email ADD COLUMN copies text COLLATE "C";
-- What the html calls the file that it shows; null: it is a file of its own.
ALTER TABLE email_attachment ADD COLUMN content_id text COLLATE "C";
