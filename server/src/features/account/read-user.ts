import type { AccountQuota, User } from '@bocau/contract/account.ts';
import { avatarAddress } from '../../mail/people/avatar-address.ts';
import type { ReadDb } from '../../tables.ts';
import { readQuotaRow, readUserRow } from './account.store.ts';

export async function readUser(db: ReadDb, mailboxId: number): Promise<User> {
  const row = await readUserRow(db, mailboxId);
  if (!row) throw new Error(`mailbox ${mailboxId} does not exist`);
  return {
    email: row.email,
    addresses: row.addresses,
    fullname: row.name,
    enable_smtp: row.enable_smtp ? 1 : 0,
    enable_drive: row.enable_drive,
    type: row.kind === 'owner' ? 'Owner' : 'User',
    owner: row.owner ?? row.email,
    domains: [{ domain: row.domain, active: row.active }],
    new_api: 'v4',
    domain_verified: row.verified,
    ...(row.provider && { provider: true as const }),
    ...(row.has_invoices && { has_invoices: true as const }),
    ...(row.has_merges && { has_merges: true as const }),
    ...(row.avatar !== null && { avatar: avatarAddress(row.avatar) }),
  };
}

export async function readQuota(db: ReadDb, mailboxId: number): Promise<AccountQuota> {
  const row = await readQuotaRow(db, mailboxId);
  return {
    user_quota: row.quota_mb,
    user_used_quota: row.used_bytes,
    auto_quota: row.auto_quota,
    ...(row.enable_drive && {
      drive: { user_quota: row.drive_quota_mb, user_used_quota: row.drive_used_bytes ?? 0 },
    }),
  };
}
