-- outside a transaction: what was distributed within a week is read for it.
-- What is being distributed now, of all groups, for the metrics.
create index concurrently group_messages_unfinished on group_messages (received_at) where finished_at is null;
