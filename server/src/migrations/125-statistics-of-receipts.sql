-- As 123.
alter table receipts alter column mailbox_id set (n_distinct = -0.0001);
alter table receipts alter column message_id set (n_distinct = -0.5);
