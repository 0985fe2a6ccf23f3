-- outside a transaction: what is on its way of one merge.
create index concurrently outbox_of_merges on outbox (mailbox_id, merge_id) where merge_id is not null and state = 'sending';
