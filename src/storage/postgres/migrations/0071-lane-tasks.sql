-- What people have ordered for texts that wait: each owner of lanes does its share, batch by batch.
CREATE TABLE lane_task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind = 'cancel' OR kind = 'move'),
  -- JSON: which texts.
  filter text COLLATE "C" NOT NULL,
  -- Of a move.
  to_operator_id bigint REFERENCES operator,
  actor text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state = 'open' OR state = 'done' OR state = 'stopped'),
  ended_at bigint,
  -- Texts that were cancelled or moved until now.
  texts bigint NOT NULL DEFAULT 0
);
CREATE INDEX lane_task_open ON lane_task (id) WHERE state = 'open';

-- Owners of lanes (sms/3/0) that have nothing left to do for a task.
CREATE TABLE lane_task_step (
  task_id bigint NOT NULL REFERENCES lane_task,
  owner text COLLATE "C" NOT NULL,
  PRIMARY KEY (task_id, owner)
);
