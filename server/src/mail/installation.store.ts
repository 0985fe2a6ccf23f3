import type { ReadDb } from '../tables.ts';

export async function readInstallationId(db: ReadDb): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}
