import type { ReadDb } from '../tables.ts';

export type DriveOwner = { email: string; name: string; enable_drive: boolean };

export async function readDriveOwner(db: ReadDb, mailboxId: number): Promise<DriveOwner | undefined> {
  return db
    .selectFrom('mailboxes')
    .select(['email', 'name', 'enable_drive'])
    .where('id', '=', mailboxId)
    .executeTakeFirst();
}
