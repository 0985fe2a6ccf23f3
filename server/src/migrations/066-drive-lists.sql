-- A folder by the time its entries came into being.
create index drive_entries_by_creation on drive_entries (mailbox_id, parent_id, is_folder, created_at, id)
  where trashed_at is null;
-- What is deleted for good and waits for the job that removes it.
create index drive_entries_deleted on drive_entries (mailbox_id, is_folder, id)
  where parent_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
drop index drive_entries_in_trash;
create index drive_entries_in_trash on drive_entries (mailbox_id, trashed_at desc, id desc)
  where trashed_at is not null and parent_id <> 'ffffffff-ffff-ffff-ffff-ffffffffffff';

-- Of a folder: nothing below it lies deeper, or has a longer path from here. It may be more than there is.
alter table drive_entries
  add column steps_below integer not null default 0,
  add column bytes_below integer not null default 0;

-- The words of names, folded: a beginning of a word is a range of them.
create table drive_words (
  mailbox_id bigint not null references mailboxes on delete cascade,
  entry_id uuid not null,
  word text collate "C" not null,
  primary key (mailbox_id, entry_id, word)
);
create index drive_words_by_word on drive_words (mailbox_id, word, entry_id);
