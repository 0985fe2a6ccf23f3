-- The drive: a kernel beside mail, with its own lock, journal and quota, so that a full drive never bounces mail.
alter table mailboxes add column drive_quota_mb integer not null default 10240;

-- One row a drive: whoever changes the drive locks it first, so that changes are numbered in the order they commit.
create table drive_state (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  seq bigint not null default 0,
  -- Entries of the journal up to here were thrown away.
  forgotten_seq bigint not null default 0,
  -- Of all versions of all files, those in the trash too.
  used_bytes bigint not null default 0,
  -- What uploads that have begun will need.
  reserved_bytes bigint not null default 0
) with (fillfactor = 50);

-- Folders and files. What lies at the top has the zero id as its parent; what lies below a trashed folder, or below
-- one that is being deleted, keeps its place there.
create table drive_entries (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  parent_id uuid not null,
  is_folder boolean not null,
  name text not null,
  -- The name as it is compared: NFC, case folded.
  name_key text collate "C" not null,
  -- The name as it is sorted and searched: without accents too.
  sort_key text collate "C" not null,
  -- The latest version; null for a folder.
  version_id uuid,
  -- Of the latest version; 0 for a folder.
  size bigint not null default 0,
  content_type text,
  favorite boolean not null default false,
  created_at bigint not null,
  modified_at bigint not null,
  -- Since when it lies in the trash, itself and not by a folder above it.
  trashed_at bigint,
  primary key (mailbox_id, id),
  constraint folder_or_file check (is_folder = (version_id is null) and is_folder = (content_type is null))
) with (fillfactor = 85);
create unique index drive_entries_by_name on drive_entries (mailbox_id, parent_id, name_key) where trashed_at is null;
create index drive_entries_in_order on drive_entries (mailbox_id, parent_id, is_folder, sort_key, id)
  where trashed_at is null;
create index drive_entries_by_size on drive_entries (mailbox_id, parent_id, is_folder, size, id)
  where trashed_at is null;
create index drive_entries_by_change on drive_entries (mailbox_id, parent_id, is_folder, modified_at, id)
  where trashed_at is null;
create index drive_entries_in_trash on drive_entries (mailbox_id, trashed_at desc, id) where trashed_at is not null;
create index drive_entries_by_trash_age on drive_entries (trashed_at) where trashed_at is not null;
create index drive_entries_favorite on drive_entries (mailbox_id, sort_key, id) where favorite;
create index drive_entries_newest on drive_entries (mailbox_id, created_at desc, id desc) where not is_folder;

create table drive_versions (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  entry_id uuid not null,
  size bigint not null,
  content_type text not null,
  -- The hash of the file where it is one chunk, else of the hashes of its chunks.
  content_hash bytea not null,
  created_at bigint not null,
  -- Who wrote it: the owner, or somebody whom it is shared with; null for somebody outside.
  author_mailbox_id bigint,
  author text not null,
  source text not null check (source in ('upload', 'attachment', 'copy', 'restore', 'office', 'share')),
  -- Saves of one session of the office editor within ten minutes replace each other.
  office_session text,
  has_virus boolean not null default false,
  scan_message text,
  primary key (mailbox_id, id)
);
create index drive_versions_by_entry on drive_versions (mailbox_id, entry_id, created_at desc, id desc);
create index drive_versions_by_content on drive_versions (mailbox_id, content_hash);

-- The bytes of a version, or of an upload that is to become one and has its id already.
create table drive_chunks (
  mailbox_id bigint not null references mailboxes on delete cascade,
  version_id uuid not null,
  -- Where it begins in the file.
  start_at bigint not null,
  size integer not null,
  blob bytea not null,
  -- As for attachments: the chunk is read out of the source of a message, and no blob has the name `blob` because of it.
  held_by bytea,
  held_at integer,
  held_line integer,
  primary key (mailbox_id, version_id, start_at),
  constraint held check (num_nulls(held_by, held_at, held_line) in (0, 3))
);
create index drive_chunks_by_blob on drive_chunks (blob);
create index drive_chunks_by_holder on drive_chunks (held_by) where held_by is not null;

create table drive_uploads (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- The id of the version that it becomes.
  id uuid not null,
  parent_id uuid not null,
  name text not null,
  content_type text not null,
  on_conflict text not null check (on_conflict in ('rename', 'replace', 'fail')),
  size bigint not null,
  -- What is durable: the next byte that is taken.
  received bigint not null default 0,
  -- Whose upload it is: the owner's, or that of somebody whom the folder is shared with.
  author_mailbox_id bigint,
  author text not null,
  share_id uuid,
  created_at bigint not null,
  expires_at bigint not null,
  -- The entry that it became; the row stays for a while, so that a repeated call is answered.
  entry_id uuid,
  -- Who writes it now, and until when unless they say so again.
  lease uuid,
  lease_until bigint,
  primary key (mailbox_id, id)
);
create index drive_uploads_by_expiry on drive_uploads (expires_at);

create table drive_changes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('entry', 'folder', 'usage', 'share')),
  entity uuid not null,
  at bigint not null,
  primary key (mailbox_id, seq, kind, entity)
);
create index drive_changes_by_age on drive_changes (at);

-- What is shared with whom: entries, by a link, with people.
create table drive_shares (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  -- 'pending' until the message that carries it leaves.
  state text not null check (state in ('pending', 'active', 'revoked')),
  permission text not null check (permission in ('READ', 'WRITE')),
  -- Opens /s/TOKEN; null where only people inside may come, by their own session.
  token_hash bytea,
  -- The token again, encrypted, so that its owner can copy the link.
  token_sealed bytea,
  password_hash text,
  created_at bigint not null,
  expires_at bigint,
  -- The message that it goes with.
  sent_with uuid,
  revoked_at bigint,
  revoked_by text check (revoked_by in ('owner', 'recall', 'deletion', 'undo')),
  opens integer not null default 0,
  opened_at bigint,
  primary key (mailbox_id, id)
);
create index drive_shares_by_token on drive_shares (token_hash) where token_hash is not null;
create index drive_shares_by_message on drive_shares (mailbox_id, sent_with) where sent_with is not null;

create table drive_share_entries (
  mailbox_id bigint not null references mailboxes on delete cascade,
  share_id uuid not null,
  entry_id uuid not null,
  primary key (mailbox_id, share_id, entry_id)
);
create index drive_share_entries_by_entry on drive_share_entries (mailbox_id, entry_id);

create table drive_share_people (
  mailbox_id bigint not null references mailboxes on delete cascade,
  share_id uuid not null,
  address text not null,
  -- Where the address is one of ours.
  with_mailbox_id bigint,
  primary key (mailbox_id, share_id, address)
);
create index drive_share_people_by_person on drive_share_people (with_mailbox_id, share_id)
  where with_mailbox_id is not null;

-- Passwords of shares that were judged: ten in ten minutes for each share.
create table drive_share_guesses (
  mailbox_id bigint not null references mailboxes on delete cascade,
  share_id uuid not null,
  id uuid not null,
  at bigint not null,
  primary key (mailbox_id, share_id, id)
);

-- Locks of office editors.
create table drive_locks (
  mailbox_id bigint not null references mailboxes on delete cascade,
  entry_id uuid not null,
  lock text not null,
  expires_at bigint not null,
  -- Who edits, as the others are told.
  holder text not null,
  primary key (mailbox_id, entry_id)
);

-- What an office editor acts by: one file, one person, one right.
create table drive_office_tokens (
  token_hash bytea primary key,
  -- Whose file it is.
  mailbox_id bigint not null references mailboxes on delete cascade,
  entry_id uuid not null,
  permission text not null check (permission in ('READ', 'WRITE')),
  -- Who edits; null for somebody outside, who came by a share.
  person_mailbox_id bigint,
  person text not null,
  share_id uuid,
  session_id text,
  expires_at bigint not null
);
create index drive_office_tokens_by_expiry on drive_office_tokens (expires_at);
