-- What sorts incoming mail: in which order filters act, how often each has acted, and what hinders it. Constant defaults: no row is written.
alter table rules
  -- As its user calls it; null where it is called by what it is about.
  add column name text,
  -- Of filters, from 1; what is no filter has its place before or after all of them.
  add column position integer not null default 0,
  add column hits integer not null default 0,
  add column last_hit_at bigint,
  -- Why it does not do what it says.
  add column problem text;

-- Counts the changes of the mailbox's rules: what was compiled from an older state is not used.
alter table mailbox_state add column rules_version integer not null default 0;
