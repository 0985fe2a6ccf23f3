-- Whom a mailbox has answered by itself, when last, and with which text: the same text goes to nobody twice in four days.
create table automatic_replies (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- As addresses are compared.
  sender text not null,
  text_hash bytea not null,
  at bigint not null,
  primary key (mailbox_id, sender)
);
create index automatic_replies_by_time on automatic_replies (mailbox_id, at);
alter table automatic_replies alter column mailbox_id set (n_distinct = -0.01);

-- Read whenever somebody opens the mailbox, beside as many filters as there may be.
create index rules_vacation on rules (mailbox_id, id) where definition->>'type' = 'vacation';

-- Who signs for what has no message of its own and leaves in nobody's name.
alter table outbox add column author text;
-- An automatic reply has no message of its own.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('send', 'schedule', 'period', 'forward', 'reply', 'notice'));
