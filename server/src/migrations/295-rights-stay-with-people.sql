-- Who may write to a group or book a room is named by an address. Given up, it is passed to the person's main address;
-- that of somebody or something that is gone names nobody. Whoever has it next has none of these rights.
create function pass_named_rights(given_up text, main text) returns void language sql as $$
  with gone as (delete from group_writers where address = given_up returning group_id)
  insert into group_writers (group_id, address) select group_id, main from gone where main is not null
  on conflict do nothing;
  with gone as (delete from group_allowed where address = given_up returning group_id)
  insert into group_allowed (group_id, address) select group_id, main from gone where main is not null
  on conflict do nothing;
  with gone as (delete from calendar_room_bookers where address = given_up returning room_id)
  insert into calendar_room_bookers (room_id, address) select room_id, main from gone where main is not null
  on conflict do nothing;
$$;

create function pass_rights_of_address() returns trigger language plpgsql as $$
begin
  perform pass_named_rights(old.address, (select email from mailboxes where id = old.mailbox_id));
  return null;
end $$;
create trigger pass_rights after delete on addresses for each row execute function pass_rights_of_address();
