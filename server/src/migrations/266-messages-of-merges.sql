-- The mail merge that a message belongs to.
alter table outbox add column merge_id uuid;
