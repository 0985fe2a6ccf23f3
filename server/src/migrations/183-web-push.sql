-- The VAPID keys of the installation (RFC 8292), made by the first who asks; the private one is sealed.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key bytea not null,
  created_at bigint not null
);
-- Browsers to which new mail is pushed (RFC 8030), each as long as its session.
create table push_subscriptions (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  session_id uuid not null unique references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  content text not null check (content in ('subject', 'sender', 'nothing')),
  -- `INBOX`, and ids of others.
  folders text[] not null,
  -- Times of day; null: never quiet.
  quiet_from text,
  quiet_to text,
  created_at bigint not null,
  -- When a page last said that it is still wanted.
  confirmed_at bigint not null,
  primary key (mailbox_id, id),
  check ((quiet_from is null) = (quiet_to is null))
);
