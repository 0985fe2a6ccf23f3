-- The change up to which message_state follows messages: an older release writes seq alone.
alter table mailbox_state add column stated_seq bigint not null default 0;
-- The last uid_validity that a folder got, and what that of each is at least.
alter table mailbox_state add column uid_validity bigint not null default 0;
alter table mailbox_state add column uid_validity_floor bigint not null default 0;
