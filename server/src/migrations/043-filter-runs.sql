-- A bulk job can have a filter act on the messages that are there. What the filter says is kept as it was when the job
-- began, and counted is what it changed. Constant defaults: no row is written.
alter table bulk_jobs
  add column filter jsonb,
  add column changed integer not null default 0;
