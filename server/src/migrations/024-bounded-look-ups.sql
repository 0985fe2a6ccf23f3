-- The words of a correspondent as they are compared, each under the number of the mailbox, and the best ones of a mailbox
-- in their order: suggestions while typing do not read all whom somebody ever wrote with.
create function correspondent_words(mailbox_id bigint, folded text) returns tsvector
  language sql immutable parallel safe
return (
  select coalesce(array_to_tsvector(array_agg(mailbox_id || '.' || word)), ''::tsvector)
  from unnest(string_to_array(folded, ' ')) as word
  where word <> ''
);
create index correspondents_by_words on correspondents using gin (correspondent_words(mailbox_id, folded))
  with (gin_pending_list_limit = 1024);

-- How much a correspondent counts, in coarse steps: a message more seldom moves an entry of the index.
create function correspondent_rank(sent_count integer, received_count integer, last_at bigint) returns double precision
  language sql immutable parallel safe
return floor(8 * (ln((10 * sent_count + least(received_count, 50))::float8 + 0.1) + last_at * ln(2::float8) / 7776000));
create index correspondents_best
  on correspondents (mailbox_id, correspondent_rank(sent_count, received_count, last_at) desc) where not replaced;

-- Of how many kinds of what is derived from its messages a mailbox has its versions written down: what is missing, of
-- mailboxes that a release before has made too, is found by an index.
alter table mailboxes add column derived_kinds integer not null default 0;
create index mailboxes_by_derived_kinds on mailboxes (derived_kinds);

analyze correspondents, mailboxes;
