-- outside a transaction: reads the whole table, while writers go on
alter table drive_shares validate constraint drive_shares_revoked_by_check;
