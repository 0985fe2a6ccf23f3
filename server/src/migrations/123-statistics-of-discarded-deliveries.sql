-- As 010 tells it of the first tables of the mail: what to expect of a mailbox, whatever the samples say, so that a row
-- beside a message is found by its key and not by reading all that the mailbox has.
alter table discarded_deliveries alter column mailbox_id set (n_distinct = -0.0001);
alter table discarded_deliveries alter column delivery_key set (n_distinct = -1);
