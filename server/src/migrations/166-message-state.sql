-- What mail programs see of each message that has a source: its uid in its folder, marks, and the number of the change
-- that they are of (modseq). `messages` stays the truth of folder and marks while an older release runs beside this one.
create table message_state (
  mailbox_id bigint not null,
  message_id uuid not null,
  folder_id uuid not null,
  uid integer not null,
  modseq bigint not null,
  received_at bigint not null,
  -- The beginning of the source's hash: another source is another uid.
  source bigint not null,
  size integer not null,
  unread boolean not null,
  starred boolean not null,
  answered boolean not null,
  draft boolean not null,
  deleted boolean not null default false,
  keywords text[] not null default '{}',
  primary key (mailbox_id, message_id)
) with (fillfactor = 85);
create unique index message_state_by_uid on message_state (mailbox_id, folder_id, uid);
create index message_state_by_modseq on message_state (mailbox_id, folder_id, modseq, uid);
-- As 010.
alter table message_state alter column mailbox_id set (n_distinct = -0.0001);
alter table message_state alter column message_id set (n_distinct = -1);
alter table message_state alter column folder_id set (n_distinct = 4);

-- The uids that have left a folder.
create table expunged (
  mailbox_id bigint not null,
  folder_id uuid not null,
  modseq bigint not null,
  uid integer not null,
  at bigint not null,
  primary key (mailbox_id, folder_id, modseq, uid)
);
create index expunged_by_age on expunged (at);
alter table expunged alter column mailbox_id set (n_distinct = -0.0001);
alter table expunged alter column folder_id set (n_distinct = 4);

create or replace function remove_mail_of_mailbox() returns trigger language plpgsql as $$
begin
  -- Waits for a change that is under way; what it wrote is seen by what follows.
  delete from mailbox_state where mailbox_id = old.id;
  delete from threads where mailbox_id = old.id;
  delete from thread_keys where mailbox_id = old.id;
  delete from messages where mailbox_id = old.id;
  delete from message_contents where mailbox_id = old.id;
  delete from message_search where mailbox_id = old.id;
  delete from message_state where mailbox_id = old.id;
  delete from expunged where mailbox_id = old.id;
  delete from attachments where mailbox_id = old.id;
  delete from list_rows where mailbox_id = old.id;
  delete from changes where mailbox_id = old.id;
  return null;
end $$;
