-- The folder at whose top the message's conversation is pinned; it counts only while the message lies there, so that moving it
-- away unpins it, and undoing that move pins it again.
alter table messages add column pinned_folder_id uuid;
-- Of a muted conversation: new messages of it pass the inbox.
alter table messages add column muted boolean;
