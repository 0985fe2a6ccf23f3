-- Mail of who may not write to a group: 'refused', or 'held' until a keeper decides.
alter table groups add column strangers text not null default 'refused';
-- When its keepers were last told what waits.
alter table groups add column keepers_told_at bigint;

-- People who look after a group without owning it.
create table group_keepers (
  group_id bigint not null references groups on delete cascade,
  person_id bigint not null references mailboxes on delete cascade,
  added_at bigint not null,
  primary key (group_id, person_id)
);
create index group_keepers_by_person on group_keepers (person_id, group_id);

-- Whom a keeper allowed to write, whoever else may.
create table group_allowed (
  group_id bigint not null references groups on delete cascade,
  address text not null,
  primary key (group_id, address)
);

-- Held messages, and for some days those that were decided, so that a repeated one is known.
create table group_held (
  id uuid primary key,
  group_id bigint not null references groups on delete cascade,
  delivery_key bytea not null,
  -- The source; null once it was decided.
  blob bytea,
  size bigint not null,
  envelope_sender text not null,
  -- As shown to keepers.
  author text not null,
  author_name text not null,
  subject text not null,
  -- Whether the author is who they say: only then can they be allowed to write.
  proven boolean not null,
  client text not null,
  facts jsonb not null,
  received_at bigint not null,
  decision text check (decision in ('released', 'refused', 'expired')),
  decided_at bigint,
  -- The keeper's address; null: nobody did in time.
  decided_by text,
  check ((decision is null) = (decided_at is null)),
  unique (delivery_key, group_id)
);
create index group_held_waiting on group_held (group_id, received_at, id) where decision is null;
create index group_held_by_arrival on group_held (received_at) where decision is null;
create index group_held_decided on group_held (decided_at) where decision is not null;
create index group_held_by_blob on group_held (blob) where blob is not null;
