-- Whether colleagues see when the person is busy.
alter table calendar_state add column shows_busy boolean not null default true;

-- Calendars that everybody of a domain reads, kept by its owner.
create table calendars_of_domains (
  mailbox_id bigint not null references mailboxes on delete cascade,
  calendar_id uuid not null,
  domain_id bigint not null,
  created_at bigint not null,
  primary key (mailbox_id, calendar_id)
);
create index calendars_of_domains_by_domain on calendars_of_domains (domain_id);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendars_of_domains alter column domain_id set (n_distinct = -0.5);
