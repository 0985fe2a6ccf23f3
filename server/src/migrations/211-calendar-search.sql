-- What follows from events besides their times: the words by which they are found, and when further dates of a lunar
-- rule are to be written. Of objects that are not in the trash; a job adds those that an older release wrote.
create table calendar_search (
  mailbox_id bigint not null references mailboxes on delete cascade,
  object_id uuid not null,
  -- Folded, each with a space before it.
  words text not null,
  extend_at bigint,
  primary key (mailbox_id, object_id)
);

-- The words of an event, each under the number of the mailbox.
create function calendar_terms(mailbox_id bigint, words text) returns tsvector
  language sql immutable parallel safe
return (
  select coalesce(array_to_tsvector(array_agg(mailbox_id || '.' || word)), ''::tsvector)
  from unnest(string_to_array(words, ' ')) as word
  where word <> ''
);
create index calendar_search_by_words on calendar_search using gin (calendar_terms(mailbox_id, words))
  with (gin_pending_list_limit = 1024);
create index calendar_search_extend on calendar_search (extend_at) where extend_at is not null;

alter table calendar_search alter column mailbox_id set (n_distinct = -0.0001);
alter table calendar_search alter column object_id set (n_distinct = -1);
