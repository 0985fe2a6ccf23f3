-- Groups of a domain: an address that reaches several people.
create table groups (
  id bigint generated always as identity primary key,
  domain_id bigint not null references domains on delete cascade,
  address text not null unique,
  name text not null,
  writers text not null check (writers in ('anyone', 'domain', 'members', 'named')),
  created_at bigint not null
);
create index groups_by_domain on groups (domain_id, address);
create index groups_by_words on groups using gin (member_words(domain_id, name, address));

-- A person, a group of the same domain, or, where both are null, an address elsewhere.
create table group_members (
  group_id bigint not null references groups on delete cascade,
  -- As it was when they were added.
  address text not null,
  person_id bigint references mailboxes on delete cascade,
  member_group_id bigint references groups on delete cascade,
  added_at bigint not null,
  -- Reports of lost mail since about a week before the last, and since when nothing is sent there because of them.
  failures integer not null default 0,
  failed_at bigint,
  suspended_at bigint,
  primary key (group_id, address),
  check (person_id is null or member_group_id is null)
);
create unique index group_members_by_person on group_members (person_id, group_id) where person_id is not null;
create unique index group_members_by_group on group_members (member_group_id, group_id)
  where member_group_id is not null;

-- Who may write to a group with named writers.
create table group_writers (
  group_id bigint not null references groups on delete cascade,
  address text not null,
  primary key (group_id, address)
);

-- Messages to groups, while they are distributed and some days longer, so that a repeated one is known.
create table group_messages (
  id uuid primary key,
  -- Which of the groups that one message went to came first.
  place bigint generated always as identity,
  group_id bigint not null references groups on delete cascade,
  delivery_key bytea not null,
  -- The source; null once it was distributed.
  blob bytea,
  -- Whether the source has the header fields of the group already.
  listed boolean not null default false,
  envelope_sender text not null,
  -- What was found out on arrival.
  facts jsonb not null,
  received_at bigint not null,
  -- The last person who has it, and the last address elsewhere that it was sent to.
  filed_to bigint not null default 0,
  sent_to text not null default '',
  finished_at bigint,
  unique (delivery_key, group_id)
);
create index group_messages_by_group on group_messages (group_id, finished_at);
create index group_messages_by_blob on group_messages (blob) where blob is not null;
