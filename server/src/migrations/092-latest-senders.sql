-- outside a transaction: everything that was ever sent is read for it.
-- Who has sent most within an hour or a day, of all mailboxes: only what was sent within that time is read.
create index concurrently outbox_by_time on outbox (counted_at);
