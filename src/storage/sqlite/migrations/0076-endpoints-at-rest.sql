-- Counted each time somebody reads the metrics: nearly all endpoints are active.
CREATE INDEX webhook_endpoint_at_rest ON webhook_endpoint (state) WHERE state <> 'active';
