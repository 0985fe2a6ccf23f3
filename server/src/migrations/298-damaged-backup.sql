-- Parts of the newest backup that `verify` found damaged, besides those that could not be copied.
alter table last_backup add column damaged integer not null default 0;
