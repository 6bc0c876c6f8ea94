CREATE TABLE contact_group (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  name TEXT NOT NULL CHECK (name <> ''),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_group_of_account ON contact_group (account_id, id);

-- A phone stands in a group once.
CREATE TABLE contact (
  id INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL REFERENCES contact_group,
  phone TEXT NOT NULL CHECK (phone <> ''),
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (group_id, phone)
) STRICT;
CREATE INDEX contact_of_group ON contact (group_id, id);
