-- Since when the days of a link count: when its end was chosen last; null: when it was made.
alter table drive_shares add column end_chosen_at bigint;
-- Whoever administers the domain ends a link as well.
alter table drive_shares drop constraint drive_shares_revoked_by_check;
alter table drive_shares add constraint drive_shares_revoked_by_check
  check (revoked_by in ('owner', 'recall', 'deletion', 'undo', 'domain')) not valid;
