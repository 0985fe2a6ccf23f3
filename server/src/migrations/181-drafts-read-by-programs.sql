-- When a mail program has last opened Drafts, to the day: where none does, drafts of the web need no source.
alter table mailbox_state add column drafts_read_at bigint not null default 0;
