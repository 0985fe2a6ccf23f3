import type { ReadDb, Tx } from '../../../tables.ts';

export type PasskeyRow = {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: number;
  last_used_at: number | null;
};
export type PasskeyKey = { mailbox_id: number; id: string; public_key: Buffer; counter: number };

export async function readPasskeys(
  db: ReadDb,
  mailboxId: number,
): Promise<(PasskeyRow & { credential: Buffer; transports: string[] })[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credential', 'transports', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function countPasskeys(db: ReadDb, mailboxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of any mailbox: a credential id is random, and belongs to one mailbox. */
export async function findPasskey(db: ReadDb, credential: Buffer): Promise<PasskeyKey | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['mailbox_id', 'id', 'public_key', 'counter'])
    .where('credential', '=', credential)
    .executeTakeFirst();
}

/** False when the credential is already registered. */
export async function insertPasskey(
  tx: Tx,
  mailboxId: number,
  passkey: Omit<PasskeyRow, 'last_used_at'> & {
    credential: Buffer;
    public_key: Buffer;
    counter: number;
    transports: string[];
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({ mailbox_id: mailboxId, ...passkey })
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function recordPasskeyUse(
  tx: Tx,
  { mailbox_id, id }: Pick<PasskeyKey, 'mailbox_id' | 'id'>,
  use: { counter: number; backed_up: boolean; last_used_at: number },
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set(use)
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}

/** False when there is none. */
export async function updatePasskeyName(
  tx: Tx,
  mailboxId: number,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns its name, or undefined when there is none. */
export async function deletePasskey(tx: Tx, mailboxId: number, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}
