-- Secret links of calendars, for people and programs without a session.
create table calendar_links (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  calendar_id uuid not null,
  -- When its owner is busy, or all that is not private.
  permission text not null check (permission in ('BUSY', 'READ')),
  token_hash bytea not null,
  token_sealed bytea not null,
  created_at bigint not null,
  expires_at bigint,
  ended_at bigint,
  ended_by text check (ended_by in ('owner', 'domain')),
  -- About when it was opened last.
  opened_at bigint,
  primary key (mailbox_id, id)
);
create index calendar_links_by_token on calendar_links (token_hash);
create index calendar_links_by_calendar on calendar_links (mailbox_id, calendar_id);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_links alter column mailbox_id set (n_distinct = -0.3);
