-- Attachments that are in the drive too: which of its files each one became.
create table drive_saved_files (
  mailbox_id bigint not null references mailboxes on delete cascade,
  attachment_id uuid not null,
  entry_id uuid not null,
  primary key (mailbox_id, attachment_id),
  foreign key (mailbox_id, entry_id) references drive_entries on delete cascade
);
create index drive_saved_files_by_entry on drive_saved_files (mailbox_id, entry_id);
