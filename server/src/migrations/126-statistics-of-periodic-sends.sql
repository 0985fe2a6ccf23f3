-- As 123.
alter table periodic_sends alter column mailbox_id set (n_distinct = -0.01);
alter table periodic_sends alter column message_id set (n_distinct = -1);
