-- The folder that was last asked for out of a backup, of each mailbox, and how far that has come.
create table mail_restores (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  backup text not null,
  folder text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  asked_at bigint not null,
  ended_at bigint,
  seen integer not null default 0,
  restored integer not null default 0,
  put_back integer not null default 0,
  unreadable integer not null default 0
);
