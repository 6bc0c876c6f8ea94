-- Numbers that calls are never led to, whatever was opened for an account: what fraud calls. People change the list.
CREATE TABLE risky_range (
  prefix text COLLATE "C" PRIMARY KEY CHECK (prefix <> ''),
  reason text COLLATE "C" NOT NULL,
  listed_at bigint NOT NULL
);

INSERT INTO risky_range (prefix, reason, listed_at) VALUES
  ('239', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('245', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('246', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('247', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('252', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('269', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('53', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('674', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('677', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('678', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('682', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('683', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('688', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('690', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('850', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000),
  ('960', 'often called by fraud (shipped list of 2026-11-22)', 1795305600000);
