-- Submits of a part that nobody answered: counted with its job, so that no restart begins anew.
ALTER TABLE job ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered >= 0);
-- Since when a bind's submits go unanswered although it is up.
ALTER TABLE operator_health ADD COLUMN silent_since INTEGER;
