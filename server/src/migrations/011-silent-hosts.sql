-- Mail servers elsewhere that were silent when they were last spoken to, and until when nobody speaks to them.
create table silent_hosts (
  address text not null primary key,
  failures integer not null,
  open_at bigint not null,
  -- From open_at on one process looks whether the server is back; if that process dies, another looks after this time.
  probe_until bigint
);
