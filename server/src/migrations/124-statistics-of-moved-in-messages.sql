-- As 123.
alter table moved_in_messages alter column mailbox_id set (n_distinct = -0.0001);
