import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** What the mailbox may do, and whether an address is one of its own. */
export type SenderState = { mayDoSo: boolean; ownsAddress: boolean };

export async function readSender(db: Db, mailboxId: number, email: string): Promise<SenderState> {
  const { rows } = await sql<SenderState>`
    select (m.enable_smtp and m.active and d.active and d.verified) as "mayDoSo",
      exists (select from addresses a where a.mailbox_id = m.id and a.address = ${email.toLowerCase()}) as "ownsAddress"
    from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`.execute(db);
  return rows[0] ?? { mayDoSo: false, ownsAddress: false };
}
