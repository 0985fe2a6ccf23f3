-- The filter of a list by files: in a large folder they may be old and rare.
create index list_rows_with_files on list_rows (mailbox_id, folder_id, last_at desc, thread_id desc)
  where card ->> 'has_attachments' = 'true';

analyze list_rows;
