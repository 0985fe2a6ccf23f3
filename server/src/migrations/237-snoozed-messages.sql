-- When a message in the folder Snoozed comes back; null also where it waits for an answer. It stays with a message that is
-- moved elsewhere, so that undoing the move goes on waiting: it means something in that folder alone.
alter table messages add column snoozed_until bigint;
-- When it last came back: lists have it there.
alter table messages add column back_at bigint;

-- The moments at which a mailbox has something to bring back.
create table snooze_times (
  mailbox_id bigint not null references mailboxes on delete cascade,
  at bigint not null,
  primary key (mailbox_id, at)
);
create index snooze_times_due on snooze_times (at);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table snooze_times alter column mailbox_id set (n_distinct = -0.2);
