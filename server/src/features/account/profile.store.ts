import type { Gender, Profile } from '@bocau/contract/profile.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export async function readProfileRow(db: ReadDb, mailboxId: number): Promise<Profile> {
  return db
    .selectFrom('mailboxes')
    .select(['email', 'name as fullname', 'birth_date', 'gender', 'phone'])
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
}

export async function updateProfile(
  tx: Tx,
  mailboxId: number,
  { fullname, ...rest }: { fullname: string; birth_date: string | null; gender: Gender | null },
): Promise<void> {
  await tx
    .updateTable('mailboxes')
    .set({ name: fullname, ...rest })
    .where('id', '=', mailboxId)
    .execute();
}
