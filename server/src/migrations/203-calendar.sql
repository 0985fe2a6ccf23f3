-- The calendar: a kernel beside mail, drive and contacts, with its own lock and journal.
create table calendar_state (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  seq bigint not null default 0,
  -- Entries of the journal up to here were thrown away.
  forgotten_seq bigint not null default 0,
  -- All objects, those in the trash too.
  objects integer not null default 0
) with (fillfactor = 50);

create table calendars (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  name text not null,
  -- The name as it is compared: without case and accents.
  name_key text collate "C" not null,
  color text not null,
  -- New events go here.
  is_default boolean not null default false,
  -- Of the last change of the calendar or of its objects.
  seq bigint not null,
  created_at bigint not null,
  primary key (mailbox_id, id)
) with (fillfactor = 50);
create unique index calendars_default on calendars (mailbox_id) where is_default;
create unique index calendars_by_name on calendars (mailbox_id, name_key);

-- Everything but calendar, name and trash is derived from the source of the object.
create table calendar_objects (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  calendar_id uuid not null,
  uid text not null,
  -- The name of the resource in its calendar, for programs.
  name text not null,
  -- A hash of the source.
  etag text not null,
  -- Of the change that wrote it last.
  seq bigint not null,
  derived_version smallint not null,
  component text not null check (component in ('event', 'task')),
  title text not null,
  repeats boolean not null,
  -- Between these all of it lies; a series without end has no last moment.
  first_at bigint not null,
  last_at bigint,
  -- Between these its occurrences are rows.
  spread_from bigint not null,
  spread_to bigint not null,
  created_at bigint not null,
  changed_at bigint not null,
  trashed_at bigint,
  primary key (mailbox_id, id)
) with (fillfactor = 85);
create unique index calendar_objects_by_name on calendar_objects (mailbox_id, calendar_id, name) where trashed_at is null;
create unique index calendar_objects_by_uid on calendar_objects (mailbox_id, calendar_id, uid) where trashed_at is null;
create index calendar_objects_trashed_uid on calendar_objects (mailbox_id, calendar_id, uid) where trashed_at is not null;
create index calendar_objects_by_trash_age on calendar_objects (trashed_at) where trashed_at is not null;
create index calendar_objects_by_change on calendar_objects (mailbox_id, calendar_id, seq) where trashed_at is null;
create index calendar_objects_spread_from on calendar_objects (mailbox_id, spread_from) where repeats and trashed_at is null;
create index calendar_objects_spread_to on calendar_objects (mailbox_id, spread_to) where repeats and trashed_at is null;
create index calendar_objects_outdated on calendar_objects (derived_version);

-- The iCalendar text as it was put, byte for byte.
create table calendar_sources (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  source bytea not null,
  primary key (mailbox_id, object_id)
);

-- When events happen; of objects that are not in the trash.
create table calendar_occurrences (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  -- Which one of the series.
  original text collate "C" not null,
  calendar_id uuid not null,
  title text not null,
  place text not null,
  -- 'floating' and 'day' are written as if they were in UTC.
  kind text not null check (kind in ('zoned', 'floating', 'day')),
  at bigint not null,
  until bigint not null,
  repeats boolean not null,
  is_busy boolean not null,
  is_private boolean not null,
  primary key (mailbox_id, object_id, original)
);
-- A list looks for what begins within it, and a week before: what is longer has an index of its own.
create index calendar_occurrences_by_time on calendar_occurrences (mailbox_id, at);
create index calendar_occurrences_long on calendar_occurrences (mailbox_id, until) where until - at > 604800;

create table calendar_changes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('object', 'calendar')),
  entity uuid not null,
  at bigint not null,
  primary key (mailbox_id, seq, kind, entity)
);
create index calendar_changes_by_age on calendar_changes (at);

-- Names of resources that left a calendar, for programs that synchronise from a number on.
create table calendar_removed (
  mailbox_id bigint not null references mailboxes on delete cascade,
  calendar_id uuid not null,
  name text not null,
  seq bigint not null,
  at bigint not null,
  primary key (mailbox_id, calendar_id, name)
);
create index calendar_removed_by_number on calendar_removed (mailbox_id, calendar_id, seq);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_objects alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_objects alter column id set (n_distinct = -1);
alter table calendar_objects alter column uid set (n_distinct = -1);
alter table calendar_objects alter column name set (n_distinct = -1);
alter table calendar_objects alter column calendar_id set (n_distinct = 4);
alter table calendar_sources alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_sources alter column object_id set (n_distinct = -1);
alter table calendar_occurrences alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_occurrences alter column object_id set (n_distinct = -0.2);
alter table calendar_removed alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_removed alter column calendar_id set (n_distinct = 4);
alter table calendar_removed alter column name set (n_distinct = -1);
