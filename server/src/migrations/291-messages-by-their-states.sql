-- outside a transaction: all messages and all states are read for them.
-- What finds messages by place and marks, which change: then no index of messages has to follow a mark or a move.
create index concurrently message_state_in_folder on message_state (mailbox_id, folder_id, received_at desc, message_id desc)
  include (deleted);
create index concurrently message_state_unread on message_state (mailbox_id, received_at desc, message_id desc)
  where unread and not deleted;
create index concurrently message_state_starred on message_state (mailbox_id, received_at desc, message_id desc)
  include (folder_id) where starred and not deleted;
create index concurrently message_state_labelled on message_state (mailbox_id, received_at desc, message_id desc)
  where label_ids is not null;
-- Drafts that are being written have no state.
create index concurrently messages_without_source on messages (mailbox_id, received_at desc, id desc) where blob is null;
create index concurrently messages_snoozed on messages (mailbox_id, snoozed_until) where snoozed_until is not null;
-- Without the folder, and whether a message is unread.
create index concurrently messages_back_by_time on messages (mailbox_id, back_at desc, id desc) where back_at is not null;
create index concurrently messages_by_newsletter on messages (mailbox_id, newsletter, received_at desc, id desc)
  include (size) where newsletter is not null;
create index concurrently messages_by_bytes on messages (mailbox_id, size desc, id desc) where size > 1048576;
