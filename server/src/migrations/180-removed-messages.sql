-- What mail programs have removed (EXPUNGE), as it is made a message again where that was a mistake; for two weeks.
create table removed_messages (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- Of the message that it was.
  id uuid not null,
  folder_id uuid not null,
  removed_at bigint not null,
  received_at bigint not null,
  blob bytea not null,
  size integer not null,
  unread boolean not null,
  starred boolean not null,
  answered boolean not null,
  draft boolean not null,
  subject text not null,
  snippet text not null,
  sender jsonb not null,
  recipients jsonb not null,
  -- How it was judged when it came: the source alone would be believed.
  spoofed boolean not null,
  sender_checks jsonb,
  spam jsonb,
  primary key (mailbox_id, id)
);
create index removed_messages_in_order on removed_messages (mailbox_id, removed_at desc, id desc);
create index removed_messages_by_age on removed_messages (removed_at);
create index removed_messages_by_blob on removed_messages (blob);
