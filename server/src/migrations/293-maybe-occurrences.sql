-- What its owner was asked to and answered with "maybe": it is not sure, to them and to whom its time is told.
alter table calendar_occurrences add column is_maybe boolean not null default false;
