-- Named for what it holds. The release before this one still writes the old name: the view takes that until a later
-- release drops it.
alter table blob_leavings rename to orphaned_blobs;
alter index blob_leavings_pkey rename to orphaned_blobs_pkey;
alter index blob_leavings_by_age rename to orphaned_blobs_by_age;
create view blob_leavings as select blob, at from orphaned_blobs;
