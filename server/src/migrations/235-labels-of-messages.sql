-- Sorted, and null where there are none.
alter table messages add column label_ids uuid[];
