-- Mail merges: a draft and a table, of which each row gets a message of its own.
create table merges (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  title text not null,
  state text not null check (state in ('preparing', 'running', 'paused', 'stopped', 'done')),
  -- It may be gone.
  draft_id uuid not null,
  source text not null check (source in ('csv', 'xlsx', 'contacts')),
  source_name text not null,
  -- [{heading, field, sample}]
  columns jsonb not null,
  address_column smallint,
  name_column smallint,
  file_column smallint,
  -- A folder that the person who chose it can read.
  drive_folder_id uuid,
  person_id bigint not null,
  unsubscribe boolean not null,
  -- {total, first: [{line, problem}]}
  faults jsonb not null,
  -- The draft as it was when the merge was started.
  content jsonb,
  wait text,
  wait_until bigint,
  paused_by text,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  primary key (mailbox_id, id)
);
create index merges_running on merges (started_at) where state = 'running';
create index merges_created on merges (created_at);

create table merge_rows (
  mailbox_id bigint not null,
  merge_id uuid not null,
  -- From 1.
  row integer not null,
  -- Of the file.
  line integer not null,
  cells jsonb not null,
  -- Of the last check, as addresses are compared.
  address text collate "C" not null default '',
  problems text[] not null default '{}',
  empty_fields text[] not null default '{}',
  left_out boolean not null default false,
  -- What became of one that is out, the outbox says.
  state text not null default 'waiting' check (state in ('waiting', 'out', 'skipped', 'stopped')),
  outbox_id uuid,
  message_id uuid,
  sent_at bigint,
  primary key (mailbox_id, merge_id, row),
  foreign key (mailbox_id, merge_id) references merges on delete cascade
);
create index merge_rows_waiting on merge_rows (mailbox_id, merge_id, row) where state = 'waiting';

-- Files of a merge: those of its text once it has been started, and those of single people.
create table merge_files (
  mailbox_id bigint not null,
  merge_id uuid not null,
  id uuid not null,
  -- As a cell names it; null of those of the text.
  name_key text collate "C",
  name text not null,
  content_type text not null,
  size bigint not null,
  blob bytea not null,
  held_by bytea,
  held_at integer,
  held_line integer,
  primary key (mailbox_id, merge_id, id),
  foreign key (mailbox_id, merge_id) references merges on delete cascade
);
create unique index merge_files_by_name on merge_files (mailbox_id, merge_id, name_key) where name_key is not null;
create index merge_files_blob on merge_files (blob) where held_by is null;
create index merge_files_held on merge_files (held_by) where held_by is not null;

-- Who wants no more merges of a mailbox.
create table merge_refusals (
  mailbox_id bigint not null references mailboxes on delete cascade,
  address text collate "C" not null,
  email text not null,
  by text not null check (by in ('link', 'person')),
  at bigint not null,
  primary key (mailbox_id, address)
);

-- As 010.
alter table merges alter column mailbox_id set (n_distinct = -0.1);
alter table merge_rows alter column mailbox_id set (n_distinct = -0.0005);
alter table merge_rows alter column merge_id set (n_distinct = -0.0005);
alter table merge_files alter column mailbox_id set (n_distinct = -0.01);
alter table merge_refusals alter column mailbox_id set (n_distinct = -0.01);
