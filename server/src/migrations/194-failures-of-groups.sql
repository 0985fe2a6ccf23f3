-- Which messages of a group did not reach which member elsewhere, so that each counts once however often it is reported.
create table group_failures (
  group_id bigint not null references groups on delete cascade,
  address text not null,
  -- The message, as its Message-ID or the outbox calls it.
  source text not null,
  at bigint not null,
  primary key (group_id, address, source)
);
