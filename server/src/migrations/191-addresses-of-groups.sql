-- An address is of a mailbox or of a group. Whoever adds a group locks the domain's row against this.
create function skip_address_of_group() returns trigger language plpgsql as $$
begin
  perform from domains where name = split_part(new.address, '@', 2) for key share;
  if exists (select from groups where address = new.address) then return null; end if;
  return new;
end $$;
create trigger skip_address_of_group before insert on addresses
  for each row execute function skip_address_of_group();
