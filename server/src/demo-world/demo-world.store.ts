import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

export type WorldState = { began_at: number; finished_at: number | null };

export async function readWorldState(db: ReadDb): Promise<WorldState | undefined> {
  const [state] = await readRows(db, sql<WorldState>`select began_at, finished_at from demo_world`);
  return state;
}

/** Begins the world in an empty database; false where it has domains. */
export async function insertWorld(tx: Tx, now: number): Promise<boolean> {
  const begun = await sql`
    insert into demo_world (began_at) select ${now} where not exists (select from domains)`.execute(tx);
  return begun.numAffectedRows === 1n;
}

export async function finishWorld(tx: Tx, now: number): Promise<void> {
  await sql`update demo_world set finished_at = ${now}`.execute(tx);
}

export async function domainExists(db: ReadDb, name: string): Promise<boolean> {
  const found = await db.selectFrom('domains').select('id').where('name', '=', name).executeTakeFirst();
  return found !== undefined;
}

export async function readDomainId(db: ReadDb, name: string): Promise<number> {
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

export async function findMailboxId(db: ReadDb, email: string): Promise<number | undefined> {
  const found = await db.selectFrom('mailboxes').select('id').where('email', '=', email).executeTakeFirst();
  return found?.id;
}

export async function hasMailboxes(db: ReadDb): Promise<boolean> {
  return (await db.selectFrom('mailboxes').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** How many of the e-mail addresses are those of mailboxes. */
export async function countMailboxes(db: ReadDb, emails: string[]): Promise<number> {
  const known = await db.selectFrom('mailboxes').select('email').where('email', 'in', emails).execute();
  return known.length;
}
