-- One row a mailbox: whoever changes the mailbox locks it first, so that changes are numbered in the order they commit.
create table mailbox_state (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  seq bigint not null default 0,
  -- Entries of the journal up to here were thrown away.
  forgotten_seq bigint not null default 0,
  used_bytes bigint not null default 0
) with (fillfactor = 50);

create table folders (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  parent_id uuid,
  name text not null,
  path text not null,
  -- The path as it is compared: case folded.
  path_key text not null,
  -- The system folder that this is, or Starred; null for a folder that the user made.
  role text,
  total_threads integer not null default 0,
  unread_threads integer not null default 0,
  primary key (mailbox_id, id),
  unique (mailbox_id, path_key)
) with (fillfactor = 50);

-- A thread stays known for a while after its last message went, so that a repeated call is not an error.
create table threads (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  message_count integer not null,
  emptied_at bigint,
  primary key (mailbox_id, id)
);
create index threads_emptied on threads (emptied_at) where emptied_at is not null;

-- The id of a thread that was merged into another still opens that one.
create table merged_threads (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  thread_id uuid not null,
  primary key (mailbox_id, id)
);
create index merged_threads_by_thread on merged_threads (mailbox_id, thread_id);

-- Which thread a Message-ID belongs to under a base subject: `key` is a hash of both.
create table thread_keys (
  mailbox_id bigint not null references mailboxes on delete cascade,
  key bytea not null,
  thread_id uuid not null,
  primary key (mailbox_id, key)
);
create index thread_keys_by_thread on thread_keys (mailbox_id, thread_id);

create table messages (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  thread_id uuid not null,
  folder_id uuid not null,
  old_folder_id uuid,
  -- Where it was put when it was filed: into Sent or Drafts only what began there goes back.
  first_folder_id uuid not null,
  received_at bigint not null,
  unread boolean not null,
  starred boolean not null,
  answered boolean not null,
  draft boolean not null,
  spoofed boolean not null,
  has_attachments boolean not null,
  size integer not null,
  -- Since when it lies in Trash.
  trashed_at bigint,
  -- The same delivery or import arriving again is known by it.
  delivery_key bytea,
  blob bytea not null,
  message_id_header text,
  subject text not null,
  snippet text not null,
  sender jsonb not null,
  recipients jsonb not null,
  primary key (mailbox_id, id)
) with (fillfactor = 85);
create index messages_by_thread on messages (mailbox_id, thread_id);
create unique index messages_by_delivery on messages (mailbox_id, delivery_key);
create index messages_by_date on messages (mailbox_id, received_at desc, id desc);
create index messages_in_trash on messages (trashed_at) where trashed_at is not null;
create index messages_by_blob on messages (blob);
-- For searches without words, which else would walk through all mail to find the few.
create index messages_unread on messages (mailbox_id, received_at desc, id desc) where unread;
create index messages_with_files on messages (mailbox_id, received_at desc, id desc) where has_attachments;
create index messages_large on messages (mailbox_id, received_at desc, id desc) where size > 1048576;

-- What only an opened message needs.
create table message_contents (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  sent_at bigint not null,
  in_reply_to text,
  refs text[] not null,
  headers jsonb not null,
  body text,
  body_is_html boolean not null,
  body_clipped boolean not null,
  sender_checks jsonb,
  primary key (mailbox_id, message_id)
);

create table attachments (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  message_id uuid not null,
  position integer not null,
  name text not null,
  content_type text not null,
  content_id text,
  inline boolean not null,
  size integer not null,
  blob bytea not null,
  primary key (mailbox_id, id)
);
create index attachments_by_message on attachments (mailbox_id, message_id, position);
create index attachments_by_blob on attachments (blob);

-- A folder's thread list is one range of this table's second index: a row for each thread and each list that shows it.
create table list_rows (
  mailbox_id bigint not null references mailboxes on delete cascade,
  folder_id uuid not null,
  thread_id uuid not null,
  last_at bigint not null,
  unread boolean not null,
  starred boolean not null,
  -- Everything else that the row shows, as the list answers it.
  card json not null,
  primary key (mailbox_id, thread_id, folder_id)
) with (fillfactor = 85);
create index list_rows_in_order on list_rows (mailbox_id, folder_id, last_at desc, thread_id desc);

create table changes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  seq bigint not null,
  kind text not null,
  entity uuid not null,
  at bigint not null,
  primary key (mailbox_id, seq, kind, entity)
);
create index changes_by_age on changes (at);

create table message_search (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  received_at bigint not null,
  -- Kept outside of the row: a search reads thousands of rows, but hardly ever their words.
  words tsvector not null,
  primary key (mailbox_id, message_id)
) with (toast_tuple_target = 128);
-- Not within the table's definition, which PostgreSQL 15 can not read.
alter table message_search alter column words set storage external;
create index message_search_words on message_search using gin (words) with (gin_pending_list_limit = 1024);

create table correspondents (
  mailbox_id bigint not null references mailboxes on delete cascade,
  email text not null,
  name text not null,
  -- The words of name and address as they are compared, each after a space.
  folded text not null,
  sent_count integer not null,
  received_count integer not null,
  last_at bigint not null,
  -- The user corrected this address: it is not suggested any more.
  replaced boolean not null default false,
  primary key (mailbox_id, email)
);

create table bulk_jobs (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  action text not null,
  -- The list whose threads are meant; null for those of a search.
  folder_id uuid,
  conditions jsonb not null,
  to_folder_id uuid,
  -- What is deleted from Trash and Junk does not come back.
  for_good boolean not null,
  state text not null,
  total integer not null,
  done integer not null,
  -- How far the walk has come: the thread done last, or the search's own mark; null before the first.
  reached text,
  created_at bigint not null,
  primary key (mailbox_id, id)
);
create index bulk_jobs_by_age on bulk_jobs (created_at);

-- How each message was before a bulk job changed it: what undo puts back.
create table bulk_steps (
  mailbox_id bigint not null,
  job_id uuid not null,
  message_id uuid not null,
  folder_id uuid not null,
  old_folder_id uuid,
  unread boolean not null,
  starred boolean not null,
  trashed_at bigint,
  primary key (mailbox_id, job_id, message_id),
  foreign key (mailbox_id, job_id) references bulk_jobs on delete cascade
);

-- Blobs that a removed message named: thrown away when nothing names them any more.
create table blob_leavings (
  blob bytea primary key,
  at bigint not null
);
create index blob_leavings_by_age on blob_leavings (at);
