-- outside a transaction: readers are waited for.
-- A mark and a move change a message in its page, and no index: what found it by them is in 291.
drop index concurrently if exists messages_unread;
drop index concurrently if exists messages_starred;
drop index concurrently if exists messages_labelled;
drop index concurrently if exists messages_in_folder;
drop index concurrently if exists messages_back;
drop index concurrently if exists messages_of_newsletters;
drop index concurrently if exists messages_by_size;
