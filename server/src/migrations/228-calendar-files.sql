-- Shares of files of the drive that are open as long as events link to them.
create table calendar_files (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  -- Of the link, by which the share and the text name each other.
  token_hash bytea not null,
  primary key (mailbox_id, object_id, token_hash)
);
create index calendar_files_by_token on calendar_files (mailbox_id, token_hash);

-- Before the first ANALYZE the planner would take a mailbox for the whole table (decision 019).
alter table calendar_files alter column mailbox_id set (n_distinct = -0.1);
