-- What a process holds in memory, for pages that another process shows. It is told anew every few seconds.
CREATE TABLE process_note (
  subject text COLLATE "C" NOT NULL CHECK (subject <> ''),
  process_id bigint NOT NULL,
  value text COLLATE "C" NOT NULL,
  noted_at bigint NOT NULL,
  PRIMARY KEY (subject, process_id)
);
