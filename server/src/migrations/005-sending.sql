-- A draft has no source until it is sent.
alter table messages alter column blob drop not null;
alter table messages
  -- 'sending' while it waits or is on its way, 'failed' when it did not reach everybody, 'unclear' when nobody knows
  -- whether it did; else null.
  add column send_state text check (send_state in ('sending', 'failed', 'unclear')),
  -- Views as the list shows them; null where no sign of opening was asked for.
  add column tracking jsonb;

-- A file that was uploaded belongs to no message until a draft names it.
alter table attachments alter column message_id drop not null;
alter table attachments
  -- Since when it has belonged to no message.
  add column loose_since bigint,
  add column public boolean not null default false,
  add column has_virus boolean not null default false,
  -- What the scan said; null without a scanner.
  add column scan_message text;
create index attachments_loose on attachments (mailbox_id, loose_since) where loose_since is not null;
create index attachments_public on attachments (id) where public;

alter table domains
  -- How long after sending its people may take a mail back; null is a day.
  add column recall_seconds integer,
  -- Whether also what has been read is taken back.
  add column recall_read boolean not null default true;
alter table mailboxes add column enable_recall boolean not null default true;

-- What only a draft has. It stays while its letter waits or is on its way, so that it can be a draft again.
create table drafts (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  version integer not null,
  -- The window that made it: asked again, it gets this one.
  client_key text,
  action text not null check (action in ('new', 'reply', 'reply_all', 'forward')),
  answers uuid,
  -- The writer's own words.
  body text not null,
  -- The original as it will be sent below them; null where there is none.
  quote text,
  -- What the original is found by, and the content ids of the images that it shows: a save does not look at it again.
  quote_words text not null default '',
  quote_images text[] not null default '{}',
  tracking boolean not null,
  primary key (mailbox_id, message_id)
);
create unique index drafts_by_client_key on drafts (mailbox_id, client_key);

-- One letter to be sent. Its row is the only truth about how far it has come.
create table outbox (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  message_id uuid not null,
  kind text not null check (kind in ('send', 'schedule', 'period')),
  state text not null check (state in ('held', 'sending', 'sent', 'failed', 'unclear', 'cancelled')),
  -- Nothing leaves before.
  due_at bigint not null,
  undo_until bigint,
  created_at bigint not null,
  finished_at bigint,
  -- Whose letter it is for mail servers, whatever becomes of the message.
  sender text not null,
  -- Why it could not be sent, in the words of whoever refused it.
  error text,
  recalled_at bigint,
  -- The letter's source while it is on its way, whatever becomes of the message.
  blob bytea,
  -- What is counted against the sending limits, and since when.
  recipient_count integer not null,
  counted_at bigint not null,
  -- Since when its message is gone for good.
  message_removed_at bigint,
  primary key (mailbox_id, id)
);
create unique index outbox_unfinished on outbox (mailbox_id, message_id) where state in ('held', 'sending');
create index outbox_by_message on outbox (mailbox_id, message_id, created_at desc);
create index outbox_by_count on outbox (mailbox_id, counted_at);
create index outbox_without_message on outbox (message_removed_at) where message_removed_at is not null;
create index outbox_by_blob on outbox (blob) where blob is not null;

create table outbox_recipients (
  mailbox_id bigint not null,
  outbox_id uuid not null,
  -- As addresses are compared; one row however often it was named.
  address text not null,
  email text not null,
  name text not null,
  -- The mailbox here that it belongs to; null for one that lies elsewhere.
  local_mailbox_id bigint,
  -- The message that was filed there.
  local_message_id uuid,
  -- Which recipients one conversation with a mail server takes: 'local', 'relay', or the domain.
  destination text not null,
  -- 'trying': somebody talks to the mail server; 'handing_over': the letter's bytes are being given to it.
  state text not null check (state in ('waiting', 'trying', 'handing_over', 'delivered', 'failed', 'unclear', 'recalled')),
  attempts integer not null default 0,
  first_tried_at bigint,
  next_at bigint,
  code integer,
  reply text,
  at bigint,
  -- What a recall came to at this recipient.
  recall text,
  primary key (mailbox_id, outbox_id, address),
  foreign key (mailbox_id, outbox_id) references outbox on delete cascade
);
create index outbox_recipients_local on outbox_recipients (local_mailbox_id, local_message_id)
  where local_message_id is not null;

-- A message in webmail_period and the rule by which copies of it are sent.
create table periodic_sends (
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null,
  rule jsonb not null,
  time_zone text not null,
  state text not null check (state in ('active', 'paused', 'ended')),
  -- Dates that were sent or left out count; the rule goes on after this one.
  last_date bigint,
  next_at bigint,
  sent_count integer not null default 0,
  primary key (mailbox_id, message_id)
);
create index periodic_sends_due on periodic_sends (next_at) where state = 'active';

-- The sign in a letter that tells of its opening, by the hash of its token.
create table tracking_marks (
  token_hash bytea primary key,
  mailbox_id bigint not null references mailboxes on delete cascade,
  message_id uuid not null
);
create index tracking_marks_by_message on tracking_marks (mailbox_id, message_id);
