-- outside a transaction: the states of all messages are read for it.
-- The web hides what mail programs have marked as deleted: few messages at a time, looked up with each list.
create index concurrently message_state_deleted on message_state (mailbox_id, message_id) where deleted;
