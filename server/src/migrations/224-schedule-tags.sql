-- The tag of a meeting that stays while only answers of others come (RFC 6638, 3.2.10), after the ETag that it was kept for.
alter table calendar_objects add column schedule_tag text;
