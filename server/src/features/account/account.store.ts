import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type UserRow = {
  email: string;
  addresses: string[];
  name: string;
  kind: 'owner' | 'member';
  enable_smtp: boolean;
  enable_drive: boolean;
  domain: string;
  verified: boolean;
  active: boolean;
  owner: string | null;
  /** The name of the picture. */
  avatar: string | null;
};

export async function readUserRow(db: ReadDb, mailboxId: number): Promise<UserRow | undefined> {
  const rows = await readRows(
    db,
    sql<UserRow>`
      select (select v.hash from avatars v where v.mailbox_id = m.id) as avatar,
        m.email, m.name, m.kind, m.enable_smtp, m.enable_drive, d.name as domain, d.verified, d.active,
        array(select a.address from addresses a where a.mailbox_id = m.id
          order by a.address <> m.email, a.address) as addresses,
        (select o.email from mailboxes o where o.domain_id = d.id and o.kind = 'owner' order by o.id limit 1) as owner
      from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return rows[0];
}

export type QuotaRow = { quota_mb: number; auto_quota: boolean; used_bytes: number };

export async function readQuotaRow(db: ReadDb, mailboxId: number): Promise<QuotaRow> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('mailbox_state', 'mailbox_state.mailbox_id', 'mailboxes.id')
    .select(['quota_mb', 'auto_quota', 'used_bytes'])
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
}
