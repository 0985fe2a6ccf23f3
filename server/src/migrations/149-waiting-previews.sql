-- outside a transaction
-- Whether an account has a conversion that waits or runs.
create index concurrently office_previews_waiting on office_previews (asked_by) where state = 'working';
