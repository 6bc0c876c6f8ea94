-- Lanes that a person has stopped: whose they are hand nothing out until the row is gone.
CREATE TABLE lane_pause (
  lane TEXT PRIMARY KEY,
  since INTEGER NOT NULL,
  actor TEXT NOT NULL
);
