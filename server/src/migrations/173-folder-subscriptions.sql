-- Which folders mail programs show by themselves: all that nobody has unsubscribed from.
alter table folders add column subscribed boolean not null default true;
