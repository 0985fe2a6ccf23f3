-- Who asks others to an event, and whether others may not read it: how many meetings somebody organises is counted by it.
alter table calendar_objects add column organiser text, add column is_private boolean not null default false;
