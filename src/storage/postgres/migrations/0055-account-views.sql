-- Accounts that administrators see as their people do: one each, in one session, for half an hour.
CREATE TABLE account_view (
  user_id bigint PRIMARY KEY REFERENCES dashboard_user ON DELETE CASCADE,
  session_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES account,
  reason text COLLATE "C" NOT NULL CHECK (reason <> ''),
  ends_at bigint NOT NULL
);
