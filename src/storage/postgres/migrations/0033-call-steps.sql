-- In which steps a call is billed: whoever ends one that another process has left behind must know.
ALTER TABLE call ADD COLUMN first_s bigint NOT NULL DEFAULT 1;
ALTER TABLE call ADD COLUMN next_s bigint NOT NULL DEFAULT 1;
