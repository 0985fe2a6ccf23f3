-- outside a transaction: everything that was ever sent, and every act that is written down, is read for them.
-- How much a mailbox has sent on each of the last days, without its rows.
create index concurrently outbox_counted on outbox (mailbox_id, counted_at) include (recipient_count)
  where recipient_count > 0;
-- What somebody did, and what was done to them, by the name of then.
create index concurrently audit_log_by_actor_name on audit_log (actor, id);
create index concurrently audit_log_by_person_name on audit_log (person, id);
