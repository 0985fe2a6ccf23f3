-- outside a transaction: whether a merge has sent to an address is asked for each row that is checked, and again before it is sent.
create index concurrently merge_rows_gone on merge_rows (mailbox_id, merge_id, address) where state = 'out';
