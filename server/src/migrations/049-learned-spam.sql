-- The messages of a bulk act that the spam filter was told to learn: an undo takes these back.
alter table bulk_jobs add column learned jsonb not null default '[]';
