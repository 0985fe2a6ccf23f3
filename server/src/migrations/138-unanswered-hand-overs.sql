-- How often all of a message was transmitted to a recipient without an answer: what lies in no folder is transmitted
-- again, so that a crash between the end of a message and the answer loses nothing, but not without end.
alter table outbox_recipients add column unanswered smallint not null default 0;
