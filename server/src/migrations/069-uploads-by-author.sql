-- Whoever goes on with an upload knows its id; it may be for the drive of somebody else.
create index drive_uploads_by_author on drive_uploads (author_mailbox_id, id);
