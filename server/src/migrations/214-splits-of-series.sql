-- What undoes a split of a series: its text and calendar before it, the event that was made of the rest, and the number
-- of the split. It counts while the event still has that number.
alter table calendar_sources
  add column before_split bytea,
  add column before_split_calendar uuid,
  add column split_off uuid,
  add column split_seq bigint;
