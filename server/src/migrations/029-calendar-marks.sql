-- By which a later invitation to the same event is known, on calendar files alone: uid, recurrence, sequence, stamp, method.
alter table attachments add column calendar jsonb;
create index attachments_by_event on attachments (mailbox_id, (calendar->>'uid')) where calendar is not null;

-- What was answered to an invitation, and to which version of it.
create table invitation_answers (
  mailbox_id bigint not null references mailboxes on delete cascade,
  uid text not null,
  -- Which one of a series; empty for the whole of it.
  recurrence text not null,
  answer text not null check (answer in ('accepted', 'tentative', 'declined')),
  sequence bigint not null,
  -- How often it was answered: each answer is one message.
  times integer not null,
  answered_at bigint not null,
  primary key (mailbox_id, uid, recurrence)
);
