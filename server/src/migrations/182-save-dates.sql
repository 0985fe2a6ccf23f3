-- When a message came to be in its folder (RFC 8514); null: it was there before that was kept.
alter table message_state add column saved_at bigint;
