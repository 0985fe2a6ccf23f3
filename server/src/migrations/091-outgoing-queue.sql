alter table outbox_recipients
  -- Since when it has waited for a server elsewhere; null once it is settled.
  add column queued_at bigint,
  -- Since when an administrator holds it.
  add column held_at bigint;
alter table outbox_recipients drop constraint outbox_recipients_state_check;
alter table outbox_recipients add constraint outbox_recipients_state_check
  check (state in ('waiting', 'held', 'trying', 'handing_over', 'delivered', 'failed', 'unclear', 'recalled')) not valid;

-- Follows the state, whichever release of the program writes it. An attempt changes neither column, so that a retry
-- writes to no index.
create function mark_queued() returns trigger language plpgsql as $$
begin
  if new.destination <> 'local' and new.state in ('waiting', 'held', 'trying', 'handing_over') then
    new.queued_at := coalesce(new.queued_at, extract(epoch from now())::bigint);
  else
    new.queued_at := null;
  end if;
  if new.state <> 'held' then new.held_at := null; end if;
  return new;
end $$;
create trigger outbox_recipients_queued before insert or update of state, destination on outbox_recipients
  for each row execute function mark_queued();

-- What is under way by now; only unfinished messages have such recipients.
update outbox_recipients r set state = r.state, queued_at = o.due_at
from outbox o
where o.state in ('held', 'sending') and r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
  and r.destination <> 'local' and r.state in ('waiting', 'trying', 'handing_over');

-- Whose messages do not leave, and where none goes, until an administrator releases them.
create table held_senders (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  at bigint not null,
  -- As the audit names who holds it; empty where the program did.
  actor text not null,
  reason text not null
);
create table held_destinations (
  destination text primary key,
  at bigint not null,
  actor text not null,
  reason text not null
);
