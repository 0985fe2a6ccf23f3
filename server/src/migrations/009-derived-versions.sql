-- The version of what is derived from a mailbox's messages. New rows are always written at the present version; a
-- mailbox without a row here is at version 1.
create table derived_versions (
  mailbox_id bigint not null references mailboxes on delete cascade,
  what text not null,
  version integer not null,
  -- The message that the walk to this version, from the newest to the oldest, has done last; null before the first.
  reached_at bigint,
  reached_id uuid,
  finished boolean not null,
  primary key (mailbox_id, what)
);
insert into derived_versions (mailbox_id, what, version, finished)
select id, what, 1, true from mailboxes cross join unnest(array['cards', 'words', 'snippets']) as d(what);
