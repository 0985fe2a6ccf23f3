-- Who was deleted takes no room. Who comes back has those again that nobody took meanwhile.
create function free_rooms_of_deleted() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    update calendar_bookings set is_held = false where mailbox_id = new.id and is_held;
  elsif new.deleted_at is null and old.deleted_at is not null then
    update calendar_bookings b set is_held = true
    where b.mailbox_id = new.id and not b.is_held and not exists (
      select from calendar_bookings o
      where o.is_held
        and int8range(o.room_id * 68719476736 + o.at, o.room_id * 68719476736 + o.until)
          && int8range(b.room_id * 68719476736 + b.at, b.room_id * 68719476736 + b.until)
    );
  end if;
  return null;
end $$;
create trigger free_rooms_of_deleted after update of deleted_at on mailboxes
  for each row execute function free_rooms_of_deleted();
