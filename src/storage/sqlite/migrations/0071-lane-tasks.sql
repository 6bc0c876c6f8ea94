-- What people have ordered for texts that wait: each owner of lanes does its share, batch by batch.
CREATE TABLE lane_task (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind = 'cancel' OR kind = 'move'),
  -- JSON: which texts.
  filter TEXT NOT NULL,
  -- Of a move.
  to_operator_id INTEGER REFERENCES operator,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'open' OR state = 'done' OR state = 'stopped'),
  ended_at INTEGER,
  -- Texts that were cancelled or moved until now.
  texts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX lane_task_open ON lane_task (id) WHERE state = 'open';

-- Owners of lanes (sms/3/0) that have nothing left to do for a task.
CREATE TABLE lane_task_step (
  task_id INTEGER NOT NULL REFERENCES lane_task,
  owner TEXT NOT NULL,
  PRIMARY KEY (task_id, owner)
);
