-- When to remind of a sent message that nobody has answered; null where nothing is waited for.
alter table messages add column follow_up_at bigint;
