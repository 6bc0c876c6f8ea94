-- Quiet hours are off until they are chosen. Accounts that stand keep what they have: as their country has them, where
-- nobody has said anything.
INSERT INTO account_policy (account_id, trust, countries, costly_numbers, quiet, marketing)
  SELECT id, 'trusted', 'home', 0, 'country', 0 FROM account
  WHERE id NOT IN (SELECT account_id FROM account_policy);
