-- Addresses elsewhere that a mailbox's mail may be sent on to, each with the rule that asked for it. Until its owner has
-- answered with the code that was mailed there, nothing goes to it.
create table forward_addresses (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- As addresses are compared.
  address text not null,
  rule_id uuid not null,
  created_at bigint not null,
  verified_at bigint,
  -- A keyed hash of the code that was mailed last; null once it was answered.
  code_hash bytea,
  code_sent_at bigint not null,
  wrong_tries integer not null default 0,
  primary key (mailbox_id, address),
  foreign key (mailbox_id, rule_id) references rules on delete cascade
);
create index forward_addresses_by_rule on forward_addresses (mailbox_id, rule_id);

-- The codes that were mailed within a day, for the limits; they outlive the address.
create table forward_codes (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  address text not null,
  -- Whether the address was new then.
  first boolean not null,
  sent_at bigint not null,
  primary key (mailbox_id, id)
);
create index forward_codes_by_address on forward_codes (address, sent_at);

-- What could not be delivered to such an address within a day; three switch it off.
create table forward_failures (
  mailbox_id bigint not null,
  address text not null,
  -- Which failure it was, so that it counts once.
  source text not null,
  at bigint not null,
  primary key (mailbox_id, address, source),
  foreign key (mailbox_id, address) references forward_addresses on delete cascade
);

-- What is sent on, and what the program writes itself, has no message of its own.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('send', 'schedule', 'period', 'forward', 'reply', 'notice'));

-- Of codes, of the addresses that bounces come back to, and of the marks that end a loop.
insert into signing_keys (name, key, created_at)
  values ('forwarding', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
    extract(epoch from now())::bigint);
