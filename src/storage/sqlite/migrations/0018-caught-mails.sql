-- What the mail catcher has caught, the newest of it alone. The octets last: a list reads past none of them.
CREATE TABLE caught_mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  caught_at INTEGER NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  mail_from TEXT NOT NULL,
  subject TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  octets BLOB NOT NULL
) STRICT;
