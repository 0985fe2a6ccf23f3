-- outside a transaction: the correspondents of all mailboxes are read for it.
-- A page of the people who were written to is one index range; what the last release asks of the index by rank alone,
-- this one answers as well.
create index concurrently correspondents_in_order on correspondents (mailbox_id, rank, email) where not replaced;
drop index concurrently if exists correspondents_by_rank;
