-- What clients ask by tag; most messages have none.
CREATE INDEX message_of_tag ON message (account_id, tag, id) WHERE tag <> '';
