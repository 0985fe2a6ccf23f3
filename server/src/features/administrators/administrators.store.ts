import type { ReadDb } from '../../tables.ts';

export async function readDomainName(db: ReadDb, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('domains')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
