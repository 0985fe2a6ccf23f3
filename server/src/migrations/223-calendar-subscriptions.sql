-- Calendars whose events are read from an address elsewhere, and changed by nothing else.
create table calendar_subscriptions (
  mailbox_id bigint not null references mailboxes on delete cascade,
  calendar_id uuid not null,
  -- The address is a secret where it is that of a private calendar.
  url_sealed bytea not null,
  host text not null,
  created_at bigint not null,
  -- Since when nobody wants it any more; it can be put back for a while.
  removed_at bigint,
  -- Of what was removed.
  name text,
  color text,
  -- Of the answer that was read last.
  etag text,
  last_modified text,
  digest bytea,
  events integer not null default 0,
  read_at bigint,
  -- Of the last try; null where it succeeded.
  fault text,
  failures integer not null default 0,
  next_at bigint not null,
  primary key (mailbox_id, calendar_id)
) with (fillfactor = 70);
create index calendar_subscriptions_due on calendar_subscriptions (next_at) where removed_at is null;
create index calendar_subscriptions_removed on calendar_subscriptions (removed_at) where removed_at is not null;

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_subscriptions alter column mailbox_id set (n_distinct = -0.3);
