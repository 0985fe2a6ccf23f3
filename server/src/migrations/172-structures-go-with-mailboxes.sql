-- Named to come after `remove_mail`, which waits for a change that is under way.
create function remove_structures_of_mailbox() returns trigger language plpgsql as $$
begin
  delete from message_structures where mailbox_id = old.id;
  return null;
end $$;
create trigger remove_structures after delete on mailboxes for each row
  execute function remove_structures_of_mailbox();
