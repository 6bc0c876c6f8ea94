-- Where keys of an account may stand, and how its XML is written.
ALTER TABLE account ADD COLUMN key_places text COLLATE "C" NOT NULL DEFAULT 'any' CHECK (key_places IN ('any', 'body', 'header'));
ALTER TABLE account ADD COLUMN xml_form text COLLATE "C" NOT NULL DEFAULT 'named' CHECK (xml_form IN ('named', 'positional'));
