-- To what its owner was asked and has not answered: it looks unlike what they know they will come to.
alter table calendar_occurrences add column is_waiting boolean not null default false;
