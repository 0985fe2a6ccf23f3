-- Cards of the kind `group`, which are lists of their book under their name, with the uids that they name. Of groups
-- in the trash there are none.
create table contact_groups (
  mailbox_id bigint not null references mailboxes on delete cascade,
  card_id uuid not null,
  book_id uuid not null,
  list_key text collate "C" not null,
  name text not null,
  primary key (mailbox_id, card_id)
);
create table contact_group_members (
  mailbox_id bigint not null references mailboxes on delete cascade,
  -- The group.
  card_id uuid not null,
  -- In lower case; a card with it may come later.
  uid text collate "C" not null,
  primary key (mailbox_id, card_id, uid)
);
create index contact_group_members_by_uid on contact_group_members (mailbox_id, uid);

-- The card is in the list by a group alone, and doesn't carry its name.
alter table contact_list_members add column by_group boolean not null default false;

alter table contact_groups alter column mailbox_id set (n_distinct = -0.1);
alter table contact_group_members alter column mailbox_id set (n_distinct = -0.0001);
alter table contact_group_members alter column uid set (n_distinct = -0.7);
