-- outside a transaction: everything that was ever sent is read for them.
create index concurrently outbox_recipients_by_age on outbox_recipients (queued_at, outbox_id, address)
  where queued_at is not null;
create index concurrently outbox_recipients_by_destination on outbox_recipients (destination, queued_at, outbox_id, address)
  where queued_at is not null;
create index concurrently outbox_recipients_by_sender on outbox_recipients (mailbox_id, queued_at, outbox_id, address)
  where queued_at is not null;
