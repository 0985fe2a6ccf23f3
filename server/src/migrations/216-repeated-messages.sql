-- Whether a message of a mailbox is transmitted again where nobody knows whether it arrived: those of meetings say which
-- version they are, so that a second copy changes nothing.
alter table outbox add column is_repeated boolean not null default false;
