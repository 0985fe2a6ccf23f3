-- Meetings of which others are owed messages since a change of them.
create table calendar_owed (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  -- Messages are sent once for each.
  round uuid not null,
  -- The text as others know it; null where they know nothing.
  told bytea,
  -- The text of which they are being told; empty where the object is gone, null as long as nothing is being sent.
  taken bytea,
  due_at bigint not null,
  primary key (mailbox_id, object_id)
);
alter table calendar_owed alter column mailbox_id set (n_distinct = -0.2);
alter table calendar_owed alter column object_id set (n_distinct = -1);
