-- Signatures besides the one in the settings.
create table signatures (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  name text not null,
  html text not null,
  primary key (mailbox_id, id)
);

-- What mail from this address begins with: an id, 'main' or 'none'; null is what the settings choose.
alter table addresses add column signature text;
