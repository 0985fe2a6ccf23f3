-- When somebody last made or changed a rule, for the review of an account; null: before this was noted, or by none.
alter table rules add column changed_at bigint;
