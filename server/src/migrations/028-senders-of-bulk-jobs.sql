-- A whole list that is reported as junk can have its senders blocked, one that is no junk has them unblocked. What a job
-- did to the rules is kept with it, so that taking it back takes this back too. Constant defaults: no row is written.
alter table bulk_jobs
  add column block_senders boolean not null default false,
  add column rules_made jsonb not null default '[]',
  add column rules_removed jsonb not null default '[]',
  add column senders_not_blocked integer not null default 0;
