-- Held by an administrator by itself: it stays so when a suspension of its sender ends.
alter table outbox_recipients add column kept boolean;

create or replace function mark_queued() returns trigger language plpgsql as $$
begin
  if new.destination <> 'local' and new.state in ('waiting', 'held', 'trying', 'handing_over') then
    new.queued_at := coalesce(new.queued_at, extract(epoch from now())::bigint);
  else
    new.queued_at := null;
  end if;
  if new.state <> 'held' then
    new.held_at := null;
    new.kept := null;
  end if;
  return new;
end $$;
