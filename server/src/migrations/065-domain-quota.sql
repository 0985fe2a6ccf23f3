-- What the mailboxes of a domain may be given together by its owners, in MB; null: as much as they like. Not quota_mb, which
-- statements of the release before name without a table where mailboxes and domains are joined.
alter table domains add column storage_mb integer check (storage_mb > 0);
