-- Whose newsletters a person has unsubscribed from in one click, and when last.
create table unsubscribed_senders (
  mailbox_id bigint not null references mailboxes on delete cascade,
  newsletter text not null,
  at bigint not null,
  primary key (mailbox_id, newsletter)
);
