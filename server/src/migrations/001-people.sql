create table domains (
  id bigint generated always as identity primary key,
  name text not null unique,
  verified boolean not null,
  active boolean not null default true,
  created_at bigint not null
);

create table mailboxes (
  id bigint generated always as identity primary key,
  domain_id bigint not null references domains,
  email text not null unique,
  name text not null,
  kind text not null check (kind in ('owner', 'member')),
  password_hash text,
  enable_smtp boolean not null default true,
  enable_drive boolean not null default false,
  quota_mb integer not null,
  auto_quota boolean not null default false,
  active boolean not null default true,
  created_at bigint not null
);
create index mailboxes_by_domain on mailboxes (domain_id, email);

-- Every address that mail may come to: the mailbox's own and its aliases.
create table addresses (
  address text primary key,
  mailbox_id bigint not null references mailboxes on delete cascade
);
create index addresses_by_mailbox on addresses (mailbox_id);

create table sessions (
  token_hash bytea primary key,
  mailbox_id bigint not null references mailboxes on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  address text not null,
  user_agent text not null
);
create index sessions_by_mailbox on sessions (mailbox_id);
create index sessions_by_expiry on sessions (expires_at);

-- Every try to sign in, by the address that was typed; what limits go by and the login history shows.
create table sign_ins (
  id bigint generated always as identity primary key,
  at bigint not null,
  email text not null,
  address text not null,
  user_agent text not null,
  mailbox_id bigint references mailboxes on delete cascade,
  succeeded boolean not null
);
create index sign_ins_by_email on sign_ins (email, at);
create index sign_ins_by_address on sign_ins (address, at);
create index sign_ins_by_age on sign_ins (at);
