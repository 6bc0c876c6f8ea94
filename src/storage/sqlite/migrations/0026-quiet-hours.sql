-- Whether marketing waits: as the account says, or as its own country has it, where nobody has said anything.
ALTER TABLE account_policy ADD COLUMN quiet TEXT NOT NULL DEFAULT 'country'
  CHECK (quiet = 'on' OR quiet = 'off' OR quiet = 'country');
UPDATE account_policy SET quiet = 'on' WHERE quiet_hours = 1;
ALTER TABLE account_policy DROP COLUMN quiet_hours;
