-- The processes that run, each by a row that it writes anew every few seconds and takes away at its end.
create table processes (
  id text primary key,
  host text not null,
  pid integer not null,
  -- Which release it is.
  version text not null,
  roles text[] not null,
  -- Where it answers operators.
  operations text not null,
  started_at bigint not null,
  seen_at bigint not null,
  draining boolean not null default false,
  -- When an administrator asked it to leave; it sees that at its next writing.
  drain_asked_at bigint
);
