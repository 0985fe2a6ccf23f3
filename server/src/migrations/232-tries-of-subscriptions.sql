-- When its address was asked last; once a minute at most where a person asks for it.
alter table calendar_subscriptions add column tried_at bigint;
