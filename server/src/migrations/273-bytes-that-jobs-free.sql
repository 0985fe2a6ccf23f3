alter table bulk_jobs add column freed_bytes bigint not null default 0;
