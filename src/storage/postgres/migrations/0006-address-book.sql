CREATE TABLE contact_group (
  id bigint PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  created_at bigint NOT NULL
);
CREATE INDEX contact_group_of_account ON contact_group (account_id, id);

-- A phone stands in a group once.
CREATE TABLE contact (
  id bigint PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES contact_group,
  phone text COLLATE "C" NOT NULL CHECK (phone <> ''),
  details text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (group_id, phone)
);
CREATE INDEX contact_of_group ON contact (group_id, id);
