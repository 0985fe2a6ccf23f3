-- Who handed a meeting to whom, so that the new organiser is believed where the old one is known.
create table calendar_hand_overs (
  mailbox_id bigint not null references mailboxes on delete cascade,
  uid text not null,
  to_mailbox_id bigint not null,
  at bigint not null,
  primary key (mailbox_id, uid)
);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_hand_overs alter column mailbox_id set (n_distinct = -0.5);
