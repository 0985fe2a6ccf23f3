-- Passwords of 120 random bits for programs that know no second step; of each only its hash.
create table app_passwords (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  name text not null,
  -- Any of smtp, imap, pop3.
  scopes text[] not null,
  created_at bigint not null,
  last_used_at bigint,
  last_used_from text,
  primary key (mailbox_id, id)
);
create unique index app_passwords_by_hash on app_passwords (token_hash);

-- When the person last proved within the session who they are; null: when it began.
alter table sessions add column proven_at bigint;

-- Its people sign in with a second step, and first set one up.
alter table domains add column require_two_step boolean not null default false;
