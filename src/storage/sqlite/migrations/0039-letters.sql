-- What people write to postmaster and abuse, the newest of it alone. The octets last: a list reads past none of them.
CREATE TABLE mail_letter (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  received_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  mail_from TEXT NOT NULL,
  subject TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  octets BLOB NOT NULL
) STRICT;
