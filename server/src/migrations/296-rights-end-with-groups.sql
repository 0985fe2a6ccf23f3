-- As in 295: whoever has the address of a group next is no writer of the groups that it was named in.
create function end_rights_of_group() returns trigger language plpgsql as $$
begin
  perform pass_named_rights(old.address, null);
  return null;
end $$;
create trigger end_rights after delete on groups for each row execute function end_rights_of_group();
