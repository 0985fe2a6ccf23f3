-- How many messages people sent on each of the last thirty whole days (of UTC, since 1970), counted by night: lists show the
-- sum, and no send waits for a figure. Of a domain as well, so that its line needs no row of each of its people.
create table sent_by_mailbox (
  mailbox_id bigint not null references mailboxes on delete cascade,
  day integer not null,
  messages integer not null,
  primary key (mailbox_id, day)
);
create index sent_by_mailbox_by_age on sent_by_mailbox (day);

create table sent_by_domain (
  domain_id bigint not null references domains on delete cascade,
  day integer not null,
  messages integer not null,
  primary key (domain_id, day)
);
create index sent_by_domain_by_age on sent_by_domain (day);
