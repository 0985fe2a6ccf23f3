-- To whom a drive was handed over: shares that went along still follow the messages that they were sent with. An heir who
-- is gone leaves a number that names nothing.
create table drive_heirs (
  mailbox_id bigint not null references mailboxes on delete cascade,
  heir_mailbox_id bigint not null,
  primary key (mailbox_id, heir_mailbox_id)
);
