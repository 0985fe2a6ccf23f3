-- Who signed in and who tried to, and what changed in the protection of an account, for its person to read.
create table security_events (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id bigint generated always as identity,
  -- sign_in, or what changed.
  kind text not null,
  -- Of a sign-in; null for changes.
  method text,
  outcome text,
  protocol text,
  address text not null,
  user_agent text not null,
  -- What a change was about, such as the address of a forward.
  about text not null default '',
  -- Sign-ins of programs and failed ones are merged: the first, the last, and how many.
  first_at bigint not null,
  at bigint not null,
  times integer not null default 1,
  -- A hash of what is merged with what; null for what stands alone.
  merge_key bytea,
  primary key (mailbox_id, id)
);
create index security_events_by_time on security_events (mailbox_id, at, id);
create index security_events_by_age on security_events (at);
create unique index security_events_by_merge_key on security_events (mailbox_id, merge_key);

-- From what a person has signed in: the hash of a browser's cookie, or of what a program says about itself.
create table known_devices (
  mailbox_id bigint not null references mailboxes on delete cascade,
  device bytea not null,
  last_at bigint not null,
  primary key (mailbox_id, device)
);
create index known_devices_by_age on known_devices (last_at);
insert into known_devices (mailbox_id, device, last_at)
select mailbox_id, device, max(at) from sign_ins
where succeeded and device is not null and mailbox_id is not null
group by mailbox_id, device;

-- By what a session was opened: web for the cookie of a browser, api for the token of a program.
alter table sessions add column protocol text not null default 'web';
-- Programs that had signed in by then have to do so again.
alter table mailboxes add column signed_out_at bigint;
