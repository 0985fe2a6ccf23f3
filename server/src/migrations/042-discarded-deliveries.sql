-- What filters discarded: brought again, it is discarded again, and nothing that came of it is done twice.
create table discarded_deliveries (
  mailbox_id bigint not null references mailboxes on delete cascade,
  delivery_key bytea not null,
  at bigint not null,
  primary key (mailbox_id, delivery_key)
);
create index discarded_deliveries_by_age on discarded_deliveries (at);
