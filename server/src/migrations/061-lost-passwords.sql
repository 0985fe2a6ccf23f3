-- Since when somebody else may know the password: it opens no session by itself any more, and its person has to choose
-- another one before anything else.
alter table mailboxes add column password_exposed_at bigint;

-- A link to choose a new password by, good once; a newer one takes its place.
create table reset_links (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  token_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
create unique index reset_links_by_token on reset_links (token_hash);

-- Where a link goes to when its person asks for one: an address outside, which has answered by a mailed code.
create table recovery_addresses (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  -- Null until one has answered.
  address text,
  verified_at bigint,
  -- One that waits for its code, and then takes the place of the other.
  pending_address text,
  code_hash bytea,
  code_sent_at bigint,
  wrong_tries integer not null default 0
);

-- Who asked for a link, by the address that was typed, whether anybody has it or not: what the limits count.
create table recovery_requests (
  id uuid primary key,
  at bigint not null,
  email text not null,
  network text not null
);
create index recovery_requests_by_time on recovery_requests (at);
create index recovery_requests_by_email on recovery_requests (email, at);
create index recovery_requests_by_network on recovery_requests (network, at);
