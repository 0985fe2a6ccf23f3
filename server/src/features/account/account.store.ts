import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type UserRow = {
  email: string;
  addresses: string[];
  name: string;
  kind: 'owner' | 'member';
  provider: boolean;
  enable_smtp: boolean;
  enable_drive: boolean;
  domain: string;
  verified: boolean;
  active: boolean;
  owner: string | null;
  has_invoices: boolean;
  has_merges: boolean;
  /** The name of the avatar. */
  avatar: string | null;
};

export async function readUserRow(db: ReadDb, mailboxId: number): Promise<UserRow | undefined> {
  const rows = await readRows(
    db,
    sql<UserRow>`
      select (select v.hash from avatars v where v.mailbox_id = m.id) as avatar,
        m.email, m.name, m.kind, m.provider, m.enable_drive,
        m.enable_smtp and m.sending_suspended_at is null as enable_smtp, d.name as domain, d.verified, d.active,
        array(select a.address from addresses a where a.mailbox_id = m.id
          order by a.address <> m.email, a.address) as addresses,
        exists (select from invoices i
          where i.mailbox_id = m.id and i.standing <> 'discarded') as has_invoices,
        exists (select from merges g where g.mailbox_id = m.id) as has_merges,
        (select o.email from mailboxes o where o.domain_id = d.id and o.kind = 'owner' and o.deleted_at is null
          order by o.id limit 1) as owner
      from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return rows[0];
}

export type QuotaRow = {
  quota_mb: number;
  auto_quota: boolean;
  used_bytes: number;
  enable_drive: boolean;
  drive_quota_mb: number;
  /** Null before the first change of the drive. */
  drive_used_bytes: number | null;
};

export async function readQuotaRow(db: ReadDb, mailboxId: number): Promise<QuotaRow> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('mailbox_state', 'mailbox_state.mailbox_id', 'mailboxes.id')
    .leftJoin('drive_state', 'drive_state.mailbox_id', 'mailboxes.id')
    .select(['quota_mb', 'auto_quota', 'mailbox_state.used_bytes', 'enable_drive', 'drive_quota_mb'])
    .select('drive_state.used_bytes as drive_used_bytes')
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
}
