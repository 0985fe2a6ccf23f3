-- By what a list can be sorted besides its dates. Both follow from the messages like the card, with which the rebuild
-- makes them; the constant defaults cost nothing to add.
alter table list_rows
  -- The bytes of the thread's messages in this list.
  add column size bigint not null default 0,
  -- Whom the row names first, in the order of the Vietnamese alphabet.
  add column sender_key text collate "C" not null default '';
create index list_rows_by_size on list_rows (mailbox_id, folder_id, size desc, thread_id desc);
create index list_rows_by_sender on list_rows (mailbox_id, folder_id, sender_key, last_at desc, thread_id desc);

analyze list_rows;
