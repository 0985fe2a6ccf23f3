-- When the first message of a merge may leave; until then it can be taken back.
alter table merges add column start_at bigint;
