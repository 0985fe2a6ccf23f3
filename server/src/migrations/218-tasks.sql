-- Tasks as lists show them; of objects that are not in the trash. A job adds those that an older release wrote.
create table calendar_tasks (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  calendar_id uuid not null,
  -- Which one of a series is the next to be done; empty for what is done once.
  original text collate "C" not null,
  -- Null for a task without a date; 'floating' and 'day' are written as if they were in UTC.
  due_kind text check (due_kind in ('zoned', 'floating', 'day')),
  due_at bigint,
  -- Null while it is open.
  done_at bigint,
  priority smallint not null,
  has_notes boolean not null,
  has_reminders boolean not null,
  url text not null,
  is_private boolean not null,
  primary key (mailbox_id, object_id)
);
create index calendar_tasks_open on calendar_tasks (mailbox_id, due_at, object_id) where done_at is null;
create index calendar_tasks_done on calendar_tasks (mailbox_id, done_at desc, object_id) where done_at is not null;

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_tasks alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_tasks alter column object_id set (n_distinct = -1);
alter table calendar_tasks alter column calendar_id set (n_distinct = -0.0001);
