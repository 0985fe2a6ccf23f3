-- After how many days, or when, to remind of the message that it becomes.
alter table drafts add column follow_up jsonb;
