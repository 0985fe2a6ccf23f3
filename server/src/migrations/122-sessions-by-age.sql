-- outside a transaction: every session that somebody has is read for it.
-- The sessions of a person, the latest first, without those that are older than the page.
create index concurrently sessions_by_age on sessions (mailbox_id, created_at, id);
drop index concurrently if exists sessions_by_mailbox;
