-- Every mailbox has an Archive. Where people had made a folder of that name at the top, it becomes it: its id, its address,
-- its mail, the filters that name it and the folders below it stay.
update folders set path = 'Archive' || substr(path, length('archive') + 1) where path_key like 'archive/%';
update folders set name = 'Archive', path = 'Archive', role = 'Archive' where path_key = 'archive';
insert into folders (mailbox_id, id, name, path, path_key, role)
  select id, gen_random_uuid(), 'Archive', 'Archive', 'archive', 'Archive' from mailboxes
  on conflict (mailbox_id, path_key) do nothing;
