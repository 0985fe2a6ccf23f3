-- Every message counts its sender once more. What counts stands in no index, so the row changes in its place and no index
-- is written: the order of the best ones goes by a column of its own, which moves seldom.
alter table correspondents set (fillfactor = 85);
alter table correspondents
  add column rank integer not null
    generated always as (correspondent_rank(sent_count, received_count, last_at)::integer) stored;
drop index correspondents_best;
create index correspondents_by_rank on correspondents (mailbox_id, rank desc) where not replaced;

-- A foreign key asks for the mailbox anew with each row, a dozen times for a message. Whoever writes these tables has
-- locked the mailbox's state, which is still held to its mailbox; and with the mailbox they go all the same.
alter table threads drop constraint threads_mailbox_id_fkey;
alter table thread_keys drop constraint thread_keys_mailbox_id_fkey;
alter table messages drop constraint messages_mailbox_id_fkey;
alter table message_contents drop constraint message_contents_mailbox_id_fkey;
alter table message_search drop constraint message_search_mailbox_id_fkey;
alter table attachments drop constraint attachments_mailbox_id_fkey;
alter table list_rows drop constraint list_rows_mailbox_id_fkey;
alter table changes drop constraint changes_mailbox_id_fkey;

create function remove_mail_of_mailbox() returns trigger language plpgsql as $$
begin
  -- Waits for a change that is under way; what it wrote is seen by what follows.
  delete from mailbox_state where mailbox_id = old.id;
  delete from threads where mailbox_id = old.id;
  delete from thread_keys where mailbox_id = old.id;
  delete from messages where mailbox_id = old.id;
  delete from message_contents where mailbox_id = old.id;
  delete from message_search where mailbox_id = old.id;
  delete from attachments where mailbox_id = old.id;
  delete from list_rows where mailbox_id = old.id;
  delete from changes where mailbox_id = old.id;
  return null;
end $$;
create trigger remove_mail after delete on mailboxes for each row execute function remove_mail_of_mailbox();

analyze correspondents;
