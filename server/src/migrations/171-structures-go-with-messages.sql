-- The release before removes messages and does not know of it.
create function remove_structures_of_messages() returns trigger language plpgsql as $$
begin
  delete from message_structures s using gone where s.mailbox_id = gone.mailbox_id and s.message_id = gone.id;
  return null;
end $$;
create trigger remove_structures after delete on messages referencing old table as gone
  for each statement execute function remove_structures_of_messages();
