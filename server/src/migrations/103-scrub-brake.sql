-- What the last blobs were that the scrub has read, and that rows named, the newest last, so that its brake knows them in
-- its next run; and since when it stands still.
alter table blob_scrub
  add column recently_read text not null default '',
  add column recently_named text not null default '',
  add column stopped_at bigint;
