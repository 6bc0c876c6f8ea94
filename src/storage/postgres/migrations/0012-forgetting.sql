-- Every row is deleted one day, the oldest first, and each walk over what is old begins where the dead
-- ones stand: a million of them cost it half a second. So they are cleared by the hundredth, not by the
-- fifth part.
ALTER TABLE message SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
ALTER TABLE recipient SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
ALTER TABLE submitted_part SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
ALTER TABLE webhook_event SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
ALTER TABLE webhook_attempt SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
ALTER TABLE inbound_message SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 50000);
