-- outside a transaction: all messages are read for it.
-- Few among many; lists of single messages have them at another place.
create index concurrently messages_back on messages (mailbox_id, folder_id, back_at desc, id desc) where back_at is not null;
