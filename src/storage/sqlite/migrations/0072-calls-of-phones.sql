-- Calls are looked up by who called and by whom they were led to; the number that was called has its index.
CREATE INDEX call_of_caller ON call (caller, id);
CREATE INDEX call_of_target ON call (target, id);
