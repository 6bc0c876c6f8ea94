-- Live mail that goes no further than the catcher is told apart from what was sent.
ALTER TABLE mail DROP CONSTRAINT mail_state_check;
ALTER TABLE mail ADD CONSTRAINT mail_state_check CHECK (state = 'scheduled' OR state = 'queued' OR state = 'deferred'
    OR state = 'held' OR state = 'sent' OR state = 'caught' OR state = 'bounced' OR state = 'failed'
    OR state = 'suppressed' OR state = 'cancelled' OR state = 'complained');
