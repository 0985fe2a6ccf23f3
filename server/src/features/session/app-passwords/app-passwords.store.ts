import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

export type AppPasswordRow = {
  id: string;
  name: string;
  scopes: string[];
  created_at: number;
  last_used_at: number | null;
  last_used_from: string | null;
};

export async function readAppPasswords(db: ReadDb, mailboxId: number): Promise<AppPasswordRow[]> {
  return db
    .selectFrom('app_passwords')
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'last_used_from'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertAppPassword(
  tx: Tx,
  mailboxId: number,
  password: { id: string; token_hash: Buffer; name: string; scopes: string[]; created_at: number },
): Promise<void> {
  await tx
    .insertInto('app_passwords')
    .values({ mailbox_id: mailboxId, last_used_at: null, last_used_from: null, ...password })
    .execute();
}

export type FoundAppPassword = {
  id: string;
  name: string;
  scopes: string[];
  mailbox_id: number;
  kind: 'owner' | 'member';
  last_used_at: number | null;
};

/** The owner of an app password, if valid for this address: any address of theirs, as they may be renamed. */
export async function findAppPassword(
  db: ReadDb,
  email: string,
  tokenHash: Buffer,
): Promise<FoundAppPassword | undefined> {
  const [row] = await readRows<FoundAppPassword>(
    db,
    sql`
    select p.id, p.name, p.scopes, p.mailbox_id, p.last_used_at, m.kind
    from app_passwords p join mailboxes m on m.id = p.mailbox_id join domains d on d.id = m.domain_id
    where p.token_hash = ${tokenHash} and m.active and d.active
      and exists (select from addresses a where a.address = ${email} and a.mailbox_id = m.id)`,
  );
  return row;
}

export async function recordAppPasswordUse(
  tx: Tx,
  { mailbox_id, id }: Pick<FoundAppPassword, 'mailbox_id' | 'id'>,
  use: { last_used_at: number; last_used_from: string },
): Promise<void> {
  await tx
    .updateTable('app_passwords')
    .set(use)
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}
