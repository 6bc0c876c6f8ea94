-- Accounts that administrators see as their people do: one each, in one session, for half an hour.
CREATE TABLE account_view (
  user_id INTEGER PRIMARY KEY REFERENCES dashboard_user ON DELETE CASCADE,
  session_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account,
  reason TEXT NOT NULL CHECK (reason <> ''),
  ends_at INTEGER NOT NULL
) STRICT;
