-- What a user chose; a key without a row has its default.
create table settings (
  mailbox_id bigint not null references mailboxes on delete cascade,
  key text not null,
  value jsonb not null,
  primary key (mailbox_id, key)
);

create table rules (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  is_enable boolean not null,
  -- What the dialog edits; the Sieve script is printed from it.
  definition jsonb not null,
  -- The sender whose mail goes to Junk, as addresses are compared; null for other types.
  blocked_sender text,
  primary key (mailbox_id, id)
);
create unique index rules_by_sender on rules (mailbox_id, blocked_sender);

-- Keys that all processes share, made by the first that needs one.
create table signing_keys (
  name text primary key,
  key bytea not null,
  created_at bigint not null
);

-- Office documents as PDF, by the bytes that they were made from.
create table office_previews (
  source bytea primary key,
  state text not null check (state in ('working', 'ready', 'failed')),
  pdf bytea,
  -- When it came into its state.
  at bigint not null
);
create index office_previews_by_pdf on office_previews (pdf) where pdf is not null;
