-- Mailboxes that people act on beside their own: who of the same domain may do what there. Of their own mailbox everybody is
-- a member with all rights, without a row.
create table memberships (
  mailbox_id bigint not null references mailboxes on delete cascade,
  person_id bigint not null references mailboxes on delete cascade,
  -- Each includes reading.
  rights text[] not null
    check (cardinality(rights) > 0 and rights <@ array['read', 'organise', 'answer', 'manage']),
  created_at bigint not null,
  primary key (mailbox_id, person_id),
  check (mailbox_id <> person_id)
);
create index memberships_by_person on memberships (person_id);
