-- outside a transaction: all messages, and all attachments, are read for them.
-- Who sends how much is counted from it alone; deliveries of everything else do not write it.
create index concurrently messages_of_newsletters on messages (mailbox_id, newsletter, received_at desc, id desc)
  include (folder_id, size, unread) where newsletter is not null;
create index concurrently messages_by_size on messages (mailbox_id, size desc, id desc) include (folder_id) where size > 1048576;
create index concurrently attachments_by_size on attachments (mailbox_id, size desc, blob) include (message_id)
  where size > 1048576 and message_id is not null;
