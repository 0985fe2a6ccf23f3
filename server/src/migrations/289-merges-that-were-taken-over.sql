-- The later merge that took over whom this one was not sent to. It stays when that one is deleted, unless nothing of it had begun.
alter table merges add column taken_by uuid;
