-- When persons are reminded, as far as that is known: within a window of some weeks, which a job moves.
create table calendar_reminders (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- Follows from the other columns: the same reminder has the same id after its object was derived again.
  id uuid not null,
  object_id uuid not null,
  -- Which one of the series, as calendar_occurrences has it.
  original text collate "C" not null,
  action text not null check (action in ('screen', 'mail')),
  due_at bigint not null,
  -- Null while it waits for its time.
  given_at bigint,
  primary key (mailbox_id, id)
);
create index calendar_reminders_due on calendar_reminders (due_at) where given_at is null;
create index calendar_reminders_by_object on calendar_reminders (mailbox_id, object_id);
create index calendar_reminders_given on calendar_reminders (mailbox_id, given_at) where given_at is not null;

-- When an object is to be derived again, because the window of its rows has moved on.
create table calendar_refreshes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  at bigint not null,
  primary key (mailbox_id, object_id)
);
create index calendar_refreshes_by_time on calendar_refreshes (at);

alter table calendar_reminders alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_reminders alter column id set (n_distinct = -1);
alter table calendar_reminders alter column object_id set (n_distinct = -0.1);
alter table calendar_refreshes alter column mailbox_id set (n_distinct = -0.001);
alter table calendar_refreshes alter column object_id set (n_distinct = -1);
