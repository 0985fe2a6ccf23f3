import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The limit of people of a domain who are shown with avatars. */
const MOST = 5_000;

export async function readOwnAvatar(db: ReadDb, mailboxId: number): Promise<string | null> {
  const row = await db
    .selectFrom('avatars')
    .select('hash')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  return row?.hash ?? null;
}

export async function readAvatarsOfDomain(
  db: ReadDb,
  mailboxId: number,
): Promise<{ email: string; hash: string }[]> {
  return readRows(
    db,
    sql<{ email: string; hash: string }>`
    select m.email, a.hash from mailboxes m join avatars a on a.mailbox_id = m.id
    where m.domain_id = (select domain_id from mailboxes where id = ${mailboxId}) and m.deleted_at is null
      and (not m.hidden or m.id = ${mailboxId})
    order by m.email limit ${MOST}`,
  );
}

/** Null also when its owner was deleted. */
export async function readPicture(db: ReadDb, hash: string, size: 'small' | 'large'): Promise<Buffer | null> {
  const row = await db
    .selectFrom('avatars')
    .innerJoin('mailboxes', 'mailboxes.id', 'avatars.mailbox_id')
    .select(`${size} as picture`)
    .where('hash', '=', hash)
    .where('mailboxes.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.picture ?? null;
}

export async function writeAvatar(
  tx: Tx,
  avatar: { mailbox_id: number; hash: string; small: Buffer; large: Buffer; at: number },
): Promise<void> {
  const { mailbox_id: _, ...picture } = avatar;
  await tx
    .insertInto('avatars')
    .values(avatar)
    .onConflict((conflict) => conflict.column('mailbox_id').doUpdateSet(picture))
    .execute();
}

export async function deleteAvatar(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('avatars').where('mailbox_id', '=', mailboxId).execute();
}
