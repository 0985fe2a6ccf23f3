-- The directory of a domain. Who is hidden is in none of the lists that colleagues are shown.
alter table mailboxes add column hidden boolean not null default false;
-- What people of the domain see of it: 'nothing', 'names' (and addresses), or 'all'.
alter table domains add column directory text not null default 'all';

create table directory_entries (
  mailbox_id bigint primary key references mailboxes on delete cascade,
  -- Of the mailbox, for the index.
  domain_id bigint not null,
  title text not null,
  department text not null,
  phone text not null,
  manager_mailbox_id bigint references mailboxes on delete set null,
  -- From here on derived, from the mailbox too: neither hidden nor deleted.
  listed boolean not null,
  given_key text collate "C" not null,
  -- Under the number of the domain: behind a dot words of name and address, behind a plus those of the rest.
  words tsvector not null
) with (fillfactor = 85);
create index directory_entries_given on directory_entries (domain_id, given_key, mailbox_id) where listed;
create index directory_entries_by_words on directory_entries using gin (words)
  with (gin_pending_list_limit = 1024) where listed;
create index directory_entries_by_manager on directory_entries (manager_mailbox_id)
  where manager_mailbox_id is not null;

-- As of other tables (decision 019): a domain has thousands of people.
alter table directory_entries alter column domain_id set (n_distinct = -0.0001);
alter table directory_entries alter column manager_mailbox_id set (n_distinct = -0.05);
