-- Lists of single messages are read from the messages themselves: in a folder, and of all that are starred.
create index messages_in_folder on messages (mailbox_id, folder_id, received_at desc, id desc);
create index messages_starred on messages (mailbox_id, received_at desc, id desc) where starred;

-- How many messages, and how many unread ones, a row stands for beyond one. The constant defaults cost nothing to add,
-- and are right for every row of one message.
alter table list_rows
  add column more_messages integer not null default 0,
  add column more_unread integer not null default 0;

update list_rows r
set more_messages = c.messages - 1, more_unread = c.unread - r.unread::integer
from (
  select mailbox_id, folder_id, thread_id, count(*)::integer as messages,
    count(*) filter (where unread)::integer as unread
  from messages group by mailbox_id, folder_id, thread_id having count(*) > 1
  union all
  select m.mailbox_id, s.id, m.thread_id, count(*)::integer, count(*) filter (where m.unread)::integer
  from messages m
  join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    and (f.role is null or f.role not in ('Trash', 'Junk'))
  join folders s on s.mailbox_id = m.mailbox_id and s.role = 'Starred'
  where m.starred
  group by m.mailbox_id, s.id, m.thread_id
) c
where r.mailbox_id = c.mailbox_id and r.folder_id = c.folder_id and r.thread_id = c.thread_id
  and (c.messages > 1 or c.unread <> r.unread::integer);

alter table folders
  add column total_messages integer not null default 0,
  add column unread_messages integer not null default 0;

update folders f set total_messages = c.total, unread_messages = c.unread
from (
  select mailbox_id, folder_id, sum(1 + more_messages) as total, sum(unread::integer + more_unread) as unread
  from list_rows group by mailbox_id, folder_id
) c
where f.mailbox_id = c.mailbox_id and f.id = c.folder_id;

-- A job over a list acts on what that list showed when it began.
alter table bulk_jobs add column single boolean not null default false;

analyze messages;
