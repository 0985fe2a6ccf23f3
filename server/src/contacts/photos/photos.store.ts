import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type UndrawnCard = { id: string; photo_key: string; source: Buffer };

/** Cards whose photo has no pictures yet. */
export function readUndrawn(db: ReadDb, mailboxId: number, limit: number): Promise<UndrawnCard[]> {
  return readRows(
    db,
    sql<UndrawnCard>`
    select c.id, c.photo_key, s.source from contact_cards c
    join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id = ${mailboxId} and c.photo_key is not null and not exists (
      select from contact_photos p
      where p.mailbox_id = c.mailbox_id and p.card_id = c.id and p.photo_key = c.photo_key
    )
    limit ${limit}`,
  );
}

/** Pictures are null where the photo can't be drawn: it is not tried again. */
export async function writePhoto(
  tx: Tx,
  photo: {
    mailbox_id: number;
    card_id: string;
    photo_key: string;
    small: Buffer | null;
    large: Buffer | null;
  },
): Promise<void> {
  const { photo_key, small, large } = photo;
  await tx
    .insertInto('contact_photos')
    .values(photo)
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'card_id']).doUpdateSet({ photo_key, small, large }),
    )
    .execute();
}

export async function readPicture(
  db: ReadDb,
  mailboxId: number,
  cardId: string,
  { key, width }: { key: string; width: 'small' | 'large' },
): Promise<Buffer | null> {
  const [row] = await readRows(
    db,
    sql<{ picture: Buffer | null }>`
    select ${sql.ref(width)} as picture from contact_photos
    where mailbox_id = ${mailboxId} and card_id = ${cardId}::uuid and photo_key = ${key}`,
  );
  return row?.picture ?? null;
}

/** Of cards that are gone. */
export async function deletePhotos(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await sql`
    delete from contact_photos where mailbox_id = ${mailboxId} and card_id = any(${ids}::uuid[])`.execute(tx);
}
