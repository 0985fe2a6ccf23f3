-- Labels of messages, with the counts of their lists, which are kept like those of folders.
create table labels (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  -- Nested by slashes; the label above it need not exist.
  name text not null,
  path_key text not null,
  color text not null,
  position integer,
  -- What mail programs call it (IMAP): it stays when the name changes.
  keyword text not null,
  hidden boolean not null default false,
  total_threads integer not null default 0,
  unread_threads integer not null default 0,
  total_messages integer not null default 0,
  unread_messages integer not null default 0,
  -- Since when a bulk job takes it off its messages, or has; undoing that makes it a label again.
  deleted_at bigint,
  primary key (mailbox_id, id)
);
create unique index labels_by_path on labels (mailbox_id, path_key) where deleted_at is null;
create unique index labels_by_keyword on labels (mailbox_id, lower(keyword)) where deleted_at is null;
create index labels_deleted on labels (deleted_at) where deleted_at is not null;
-- As 010.
alter table labels alter column mailbox_id set (n_distinct = -0.0001);
alter table labels alter column id set (n_distinct = -1);

-- The label that a job puts on or takes off; and which labels a message had before a filter.
alter table bulk_jobs add column label_id uuid;
alter table bulk_steps add column label_ids uuid[];
