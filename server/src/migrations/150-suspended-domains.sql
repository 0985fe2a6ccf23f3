-- Since when a domain is suspended (`active`), and why: resuming it releases what was held because of it.
alter table domains
  add column suspended_at bigint,
  add column suspended_reason text;
