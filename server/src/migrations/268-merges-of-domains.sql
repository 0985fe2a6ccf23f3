-- People whom one mailbox may write to by mail merges within a day; null: as the installation has it.
alter table domains add column merges_per_day integer;
