-- The place that its owner gave a folder among those beside it; null where names order them. No row is written.
alter table folders add column position integer;
