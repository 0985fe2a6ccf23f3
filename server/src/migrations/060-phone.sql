-- Telephone numbers that people prove, and the codes that are sent to them by SMS or said in a call.
-- A number is proven for one mailbox at a time; nothing was written to the column before.
create unique index mailboxes_by_phone on mailboxes (phone) where phone is not null;

-- Its people may use a code by SMS or call as the second step of a sign-in.
alter table domains add column sms_codes boolean not null default false;

-- The last code for each purpose. Number and code are encrypted by the program (SECRETS_KEY), with their mailbox.
create table phone_codes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  purpose text not null check (purpose in ('verify', 'sign_in', 'recovery')),
  id uuid not null,
  sealed bytea not null,
  method text not null check (method in ('sms', 'call')),
  -- A hash of what it counts for alone, such as the challenge of a sign-in.
  bound bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  sent_at bigint not null,
  expires_at bigint not null,
  wrong_tries integer not null default 0,
  primary key (mailbox_id, purpose)
);

-- When codes were sent, for the limits of an account and of a number, of which there is a keyed hash.
create table phone_sends (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  number_hash bytea not null,
  at bigint not null,
  primary key (mailbox_id, id)
);
create index phone_sends_by_number on phone_sends (number_hash, at);

-- How many codes were sent on a day by everybody. It has one row, whose lock also makes the other limits exact.
create table phone_budget (
  id integer primary key default 1 check (id = 1),
  day integer not null,
  sent integer not null
);
insert into phone_budget (day, sent) values (0, 0);

insert into signing_keys (name, key, created_at)
values ('phones', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), extract(epoch from now())::bigint);
