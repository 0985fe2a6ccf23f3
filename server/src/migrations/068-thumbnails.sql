-- Small pictures of images in the drive, each drawn once; they go with their version.
create table drive_thumbnails (
  mailbox_id bigint not null references mailboxes on delete cascade,
  version_id uuid not null,
  -- Null where nothing can be drawn of it, so that nobody tries again.
  picture bytea,
  primary key (mailbox_id, version_id),
  foreign key (mailbox_id, version_id) references drive_versions on delete cascade
);
