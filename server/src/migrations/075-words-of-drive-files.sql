-- What files of the drive say, of their latest versions: one row for each file that may have a text. Its words are
-- lexemes as those of mail, under the drive and a segment of so many files: a search reads entries of its own drive
-- alone, the latest segments first, and stops when the page is full, however common the word is.
create table drive_texts (
  mailbox_id bigint not null references mailboxes on delete cascade,
  entry_id uuid not null,
  version_id uuid not null,
  -- Grows with each text that is read; null until that was tried.
  place bigint,
  -- Null where nothing was read.
  words tsvector,
  primary key (mailbox_id, entry_id)
) with (toast_tuple_target = 128);
create index drive_texts_unread on drive_texts (mailbox_id, entry_id) where place is null;
create index drive_texts_by_place on drive_texts (mailbox_id, place) where place is not null;
create index drive_texts_words on drive_texts using gin (words) with (gin_pending_list_limit = 1024);
-- Nothing is planned by it, and looking through it for statistics takes long.
alter table drive_texts alter column words set statistics 0;
do $$ begin
  alter table drive_texts alter column words set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Files of before. The job drops those that have no text after all.
insert into drive_texts (mailbox_id, entry_id, version_id)
select mailbox_id, id, version_id from drive_entries
where not is_folder and (
  name ~* '\.(pdf|doc[xm]|xls[xm]|ppt[xm]|ppsx|txt|csv|tsv|md)$'
  or content_type in ('application/pdf', 'text/plain', 'text/csv', 'text/markdown')
  or content_type like 'application/vnd.openxmlformats-officedocument.%'
);
