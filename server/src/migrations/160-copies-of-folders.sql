-- Copies of more than one call makes. What a job has copied has the job's id as its parent, until all of it is put into
-- its folder at once.
create table drive_copies (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  by_mailbox_id bigint not null,
  parent_id uuid not null,
  name text not null,
  roots uuid[] not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  error text,
  total integer not null,
  done integer not null,
  reserved_bytes bigint not null,
  left_out integer not null default 0,
  left_out_first jsonb not null default '[]',
  created_at bigint not null,
  primary key (mailbox_id, id)
);
create index drive_copies_by_person on drive_copies (by_mailbox_id, id desc);
create index drive_copies_by_age on drive_copies (created_at);

-- Folders whose entries are still to be copied, and behind which entry that goes on.
create table drive_copy_folders (
  mailbox_id bigint not null references mailboxes on delete cascade,
  copy_id uuid not null,
  to_id uuid not null,
  from_mailbox_id bigint not null,
  from_id uuid not null,
  after_id uuid,
  steps integer not null,
  bytes integer not null,
  primary key (mailbox_id, copy_id, to_id),
  foreign key (mailbox_id, copy_id) references drive_copies on delete cascade
);
