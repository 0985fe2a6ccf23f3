-- What was brought from mailboxes at other providers, so that a later pass brings only what is new. A folder is one there.
create table moved_in_folders (
  mailbox_id bigint not null references mailboxes (id) on delete cascade,
  id uuid not null,
  -- USER@HOST
  source text not null,
  folder text not null,
  primary key (mailbox_id, id),
  unique (mailbox_id, source, folder)
);

-- A message there, as its server numbers it, and the hash of its bytes. Of those with the same bytes `copy` counts the
-- ones that were filed; null was not filed, as another folder has the same message.
create table moved_in_messages (
  mailbox_id bigint not null,
  folder_id uuid not null,
  uid_validity bigint not null,
  uid bigint not null,
  content_hash bytea not null,
  copy integer,
  primary key (mailbox_id, folder_id, uid_validity, uid),
  foreign key (mailbox_id, folder_id) references moved_in_folders (mailbox_id, id) on delete cascade
);
create index moved_in_messages_by_content on moved_in_messages (mailbox_id, content_hash);
