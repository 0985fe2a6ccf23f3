import type { Quota, User } from '@bocau/contract/account.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

type UserRow = {
  email: string;
  name: string;
  kind: 'owner' | 'member';
  enable_smtp: boolean;
  enable_drive: boolean;
  domain: string;
  verified: boolean;
  active: boolean;
  owner: string | null;
};

export async function readUser(db: Db, mailboxId: number): Promise<User> {
  const { rows } = await sql<UserRow>`
    select m.email, m.name, m.kind, m.enable_smtp, m.enable_drive, d.name as domain, d.verified, d.active,
      (select o.email from mailboxes o where o.domain_id = d.id and o.kind = 'owner' order by o.id limit 1) as owner
    from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`mailbox ${mailboxId} does not exist`);
  return {
    email: row.email,
    fullname: row.name,
    enable_smtp: row.enable_smtp ? 1 : 0,
    enable_drive: row.enable_drive,
    type: row.kind === 'owner' ? 'Owner' : 'User',
    owner: row.owner ?? row.email,
    domains: [{ domain: row.domain, active: row.active }],
    new_api: 'v4',
    domain_verified: row.verified,
  };
}

export async function readQuota(db: Db, mailboxId: number): Promise<Quota> {
  const row = await db
    .selectFrom('mailboxes')
    .innerJoin('mailbox_state', 'mailbox_state.mailbox_id', 'mailboxes.id')
    .select(['quota_mb', 'auto_quota', 'used_bytes'])
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return { user_quota: row.quota_mb, user_used_quota: row.used_bytes, auto_quota: row.auto_quota };
}
