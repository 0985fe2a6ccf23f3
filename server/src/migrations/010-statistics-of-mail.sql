-- PostgreSQL knows how many rows the average mailbox has, and takes every mailbox for that one. Beside thousands of
-- small ones it then takes a folder of a large one for a few rows, and reads all of it to find a thread. So it is told
-- what to expect: ten thousand rows to a mailbox, a quarter of them in one folder, and few to a thread, whatever the
-- samples say. Then what finds a message, a thread or a key by its id is always what it believes to be the cheapest.
-- ANALYZE keeps to this, by hand and by itself.
alter table threads alter column mailbox_id set (n_distinct = -0.0001);
alter table threads alter column id set (n_distinct = -1);
alter table merged_threads alter column mailbox_id set (n_distinct = -0.0001);
alter table merged_threads alter column id set (n_distinct = -1);
alter table merged_threads alter column thread_id set (n_distinct = -0.5);
alter table thread_keys alter column mailbox_id set (n_distinct = -0.0001);
alter table thread_keys alter column key set (n_distinct = -1);
alter table thread_keys alter column thread_id set (n_distinct = -0.3);
alter table messages alter column mailbox_id set (n_distinct = -0.0001);
alter table messages alter column id set (n_distinct = -1);
alter table messages alter column thread_id set (n_distinct = -0.3);
alter table messages alter column folder_id set (n_distinct = 4);
alter table message_contents alter column mailbox_id set (n_distinct = -0.0001);
alter table message_contents alter column message_id set (n_distinct = -1);
alter table message_search alter column mailbox_id set (n_distinct = -0.0001);
alter table message_search alter column message_id set (n_distinct = -1);
alter table attachments alter column mailbox_id set (n_distinct = -0.0001);
alter table attachments alter column id set (n_distinct = -1);
alter table attachments alter column message_id set (n_distinct = -0.3);
alter table list_rows alter column mailbox_id set (n_distinct = -0.0001);
alter table list_rows alter column thread_id set (n_distinct = -0.5);
alter table list_rows alter column folder_id set (n_distinct = 4);
alter table changes alter column mailbox_id set (n_distinct = -0.0001);
alter table correspondents alter column mailbox_id set (n_distinct = -0.0001);
alter table correspondents alter column email set (n_distinct = -0.3);
alter table bulk_steps alter column mailbox_id set (n_distinct = -0.0001);
alter table bulk_steps alter column message_id set (n_distinct = -1);
alter table drafts alter column mailbox_id set (n_distinct = -0.0001);
alter table drafts alter column message_id set (n_distinct = -1);
alter table outbox alter column mailbox_id set (n_distinct = -0.0001);
alter table outbox alter column id set (n_distinct = -1);
alter table outbox alter column message_id set (n_distinct = -0.5);
alter table outbox_recipients alter column mailbox_id set (n_distinct = -0.0001);
alter table outbox_recipients alter column outbox_id set (n_distinct = -0.3);
alter table tracking_marks alter column mailbox_id set (n_distinct = -0.0001);
alter table tracking_marks alter column message_id set (n_distinct = -0.5);

-- The filters of a list: what is starred or unread in a large folder may be old and rare.
create index list_rows_starred on list_rows (mailbox_id, folder_id, last_at desc, thread_id desc) where starred;
create index list_rows_unread on list_rows (mailbox_id, folder_id, last_at desc, thread_id desc) where unread;
-- A domain has one or two among its thousands.
create index mailboxes_owners on mailboxes (domain_id, id) where kind = 'owner';
-- The next mailbox to rebuild, of any number that are at the present version.
create index derived_versions_in_order on derived_versions (what, version, mailbox_id);
create index derived_versions_unfinished on derived_versions (what, version) where not finished;

analyze threads, merged_threads, thread_keys, messages, message_contents, message_search, attachments, list_rows,
  changes, correspondents, bulk_steps, drafts, outbox, outbox_recipients, tracking_marks;
