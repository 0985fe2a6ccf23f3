-- outside a transaction: all messages and threads are read for them.
-- Few among many: at most some fifty a folder.
create index concurrently messages_pinned on messages (mailbox_id, pinned_folder_id) where pinned_folder_id is not null;
create index concurrently threads_muted on threads (mailbox_id) where muted;
