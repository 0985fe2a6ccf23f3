-- The second step of a sign-in. A secret is encrypted by the program (SECRETS_KEY), with its mailbox as context.
create table second_steps (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  -- Null until a right code has shown that the person has it.
  totp_secret bytea,
  since bigint,
  -- The last time step whose code was accepted: it, and all before it, are used up.
  last_step bigint not null default 0,
  -- Shown to the person, who has not entered a code of it yet; it takes the place of the other.
  pending_secret bytea,
  pending_at bigint
);

create table recovery_codes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  code_hash bytea not null,
  created_at bigint not null,
  used_at bigint,
  primary key (mailbox_id, code_hash)
);

-- Wrong codes within the time that limits look at.
create table wrong_codes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  at bigint not null,
  primary key (mailbox_id, id)
);

-- A right password that waits for its code.
create table sign_in_challenges (
  token_hash bytea primary key,
  mailbox_id bigint not null references mailboxes on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  wrong_codes integer not null default 0
);
create index sign_in_challenges_by_mailbox on sign_in_challenges (mailbox_id, created_at);

-- Browsers that are not asked for a code.
create table trusted_devices (
  mailbox_id bigint not null references mailboxes on delete cascade,
  token_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (mailbox_id, token_hash)
);
