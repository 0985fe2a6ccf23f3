-- outside a transaction: reads the whole table, while writers go on
alter table outbox_recipients validate constraint outbox_recipients_state_check;
