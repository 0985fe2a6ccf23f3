-- Since when a share has opened anything: one that was revoked before its message left goes back to waiting for it.
alter table drive_shares add column active_since bigint;
