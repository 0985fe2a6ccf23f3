-- As 123.
alter table invitation_answers alter column mailbox_id set (n_distinct = -0.01);
