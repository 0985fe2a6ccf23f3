-- People of the same domain with whom a calendar is shared.
create table calendar_members (
  mailbox_id bigint not null references mailboxes on delete cascade,
  calendar_id uuid not null,
  with_mailbox_id bigint not null,
  permission text not null check (permission in ('BUSY', 'READ', 'WRITE', 'MANAGE')),
  -- Chosen by who it is shared with; null for that of the calendar.
  color text,
  created_at bigint not null,
  primary key (mailbox_id, calendar_id, with_mailbox_id)
);
create index calendar_members_by_person on calendar_members (with_mailbox_id);

-- Who wrote the event last, where that is not its owner.
alter table calendar_objects add column changed_by bigint;

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_members alter column mailbox_id set (n_distinct = -0.1);
alter table calendar_members alter column with_mailbox_id set (n_distinct = -0.1);
