-- Other times that guests have proposed for meetings: in the mailbox of the organiser, and in that of the guest.
create table calendar_proposals (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  -- Which one of a series; empty for all of it, and for what happens once.
  original text collate "C" not null,
  -- Who proposes, as addresses are compared.
  guest text not null,
  -- Moments; of whole days and of times without a zone as if they were in UTC.
  at bigint not null,
  until bigint not null,
  -- When it was then: at another time the proposal is over.
  was_at bigint not null,
  was_until bigint not null,
  words text not null,
  -- Of the message: an earlier one that comes later changes nothing.
  stamp bigint not null,
  -- Its message is sent once for each.
  round uuid not null,
  declined_at bigint,
  primary key (mailbox_id, object_id, original, guest)
);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_proposals alter column mailbox_id set (n_distinct = -0.2);
alter table calendar_proposals alter column object_id set (n_distinct = -0.5);
