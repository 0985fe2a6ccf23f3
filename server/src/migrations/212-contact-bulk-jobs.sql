-- An act on everything that a list of contacts shows, which a job runs card by card.
create table contact_bulk_jobs (
  mailbox_id bigint not null references mailboxes on delete cascade,
  id uuid not null,
  act text not null,
  -- Which cards, and what becomes of them, as they were asked for.
  orders jsonb not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'undoing', 'undone', 'failed')),
  total integer not null,
  done integer not null,
  changed integer not null,
  -- The last card that was looked at; they are taken by their ids.
  reached uuid,
  created_at bigint not null,
  primary key (mailbox_id, id)
);
-- One at a time for each person.
create unique index contact_bulk_jobs_running on contact_bulk_jobs (mailbox_id) where state in ('running', 'undoing');
create index contact_bulk_jobs_by_age on contact_bulk_jobs (created_at);

-- Cards that a job changed, for its undo.
create table contact_bulk_steps (
  mailbox_id bigint not null references mailboxes on delete cascade,
  job_id uuid not null,
  card_id uuid not null,
  -- The book from which it moved.
  book_id uuid,
  -- A card of the kind `group`.
  is_group boolean not null,
  primary key (mailbox_id, job_id, card_id)
);
alter table contact_bulk_steps alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_bulk_steps alter column card_id set (n_distinct = -1);
