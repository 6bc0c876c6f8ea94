-- Where keys of an account may stand, and how its XML is written.
ALTER TABLE account ADD COLUMN key_places TEXT NOT NULL DEFAULT 'any' CHECK (key_places IN ('any', 'body', 'header'));
ALTER TABLE account ADD COLUMN xml_form TEXT NOT NULL DEFAULT 'named' CHECK (xml_form IN ('named', 'positional'));
