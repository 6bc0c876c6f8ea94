-- Lanes that a person has stopped: whose they are hand nothing out until the row is gone.
CREATE TABLE lane_pause (
  lane text COLLATE "C" PRIMARY KEY,
  since bigint NOT NULL,
  actor text COLLATE "C" NOT NULL
);
