-- Imports of events, for their undo and for one that is sent again.
create table calendar_imports (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  calendar_id uuid not null,
  -- The calendar was made for it.
  is_new_calendar boolean not null,
  at bigint not null,
  total integer not null,
  done integer not null,
  primary key (mailbox_id, id)
) with (fillfactor = 50);
create index calendar_imports_by_age on calendar_imports (at);

-- What an import has written.
create table calendar_import_steps (
  mailbox_id bigint not null references mailboxes on delete cascade,
  import_id uuid not null,
  object_id uuid not null,
  -- Of its change: an object with another number was changed since.
  seq bigint not null,
  -- The text that it replaced; null for a new object.
  before bytea,
  primary key (mailbox_id, import_id, object_id)
);
alter table calendar_import_steps alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_import_steps alter column import_id set (n_distinct = -0.001);
alter table calendar_import_steps alter column object_id set (n_distinct = -1);
