-- A deleted person is kept until `purge_at`, so that everything can be brought back.
alter table mailboxes
  add column deleted_at bigint,
  add column purge_at bigint,
  -- Whether they might sign in until then.
  add column active_when_deleted boolean;
create index mailboxes_to_purge on mailboxes (purge_at) where purge_at is not null;
