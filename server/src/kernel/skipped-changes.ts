/** More changes than any mailbox gets between a backup and a restore, or before a failover is noticed. */
export const SKIPPED_CHANGES = 1_000_000_000;
