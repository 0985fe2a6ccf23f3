-- What others than its owner have put into the trash of a drive: who, and whether the owner has seen it.
create table drive_deletions (
  mailbox_id bigint not null references mailboxes on delete cascade,
  entry_id uuid not null,
  by_mailbox_id bigint not null,
  by_name text not null,
  at bigint not null,
  seen boolean not null default false,
  primary key (mailbox_id, entry_id),
  foreign key (mailbox_id, entry_id) references drive_entries on delete cascade on update cascade
);
create index drive_deletions_unseen on drive_deletions (mailbox_id, at desc, entry_id) where not seen;

-- Which entries of a share somebody has left: they are shared with them no more, and can be taken up again.
alter table drive_share_people add column left_entries uuid[] not null default '{}';
