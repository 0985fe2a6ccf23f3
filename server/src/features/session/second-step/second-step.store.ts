import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

export type SecondStep = {
  totp_secret: Buffer | null;
  since: number | null;
  last_step: number;
  pending_secret: Buffer | null;
  pending_at: number | null;
};

export async function readSecondStep(db: ReadDb, mailboxId: number): Promise<SecondStep | undefined> {
  return db
    .selectFrom('second_steps')
    .select(['totp_secret', 'since', 'last_step', 'pending_secret', 'pending_at'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
}

/** Serializes all checks and changes of the second step. */
export async function lockSecondStep(tx: Tx, mailboxId: number): Promise<SecondStep | undefined> {
  return tx
    .selectFrom('second_steps')
    .select(['totp_secret', 'since', 'last_step', 'pending_secret', 'pending_at'])
    .where('mailbox_id', '=', mailboxId)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasSecondStep(db: ReadDb, mailboxId: number): Promise<boolean> {
  return isOn(await readSecondStep(db, mailboxId));
}

/** With an app, with passkeys, or with both. */
export function isOn(step: SecondStep | undefined): boolean {
  return step?.since != null;
}

/** Creates the row to lock, which may be missing before the first factor. */
export async function insertSecondStep(tx: Tx, mailboxId: number): Promise<void> {
  await tx
    .insertInto('second_steps')
    .values({ mailbox_id: mailboxId })
    .onConflict((conflict) => conflict.column('mailbox_id').doNothing())
    .execute();
}

export async function markOn(tx: Tx, mailboxId: number, since: number): Promise<void> {
  await tx.updateTable('second_steps').set({ since }).where('mailbox_id', '=', mailboxId).execute();
}

/** Whether the domain requires two-step sign-in. */
export async function requiresTwoStep(db: ReadDb, mailboxId: number): Promise<boolean> {
  const { require_two_step } = await db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select('domains.require_two_step')
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return require_two_step;
}

export async function writePendingSecret(
  tx: Tx,
  mailboxId: number,
  pending: { pending_secret: Buffer; pending_at: number },
): Promise<void> {
  await tx
    .insertInto('second_steps')
    .values({ mailbox_id: mailboxId, ...pending })
    .onConflict((conflict) => conflict.column('mailbox_id').doUpdateSet(pending))
    .execute();
}

/** Replaces the secret by the pending one, and marks the entered code as used. */
export async function activatePending(
  tx: Tx,
  mailboxId: number,
  { since, step }: { since: number; step: number },
): Promise<void> {
  await tx
    .updateTable('second_steps')
    .set({ since, last_step: step, pending_secret: null, pending_at: null })
    .set((eb) => ({ totp_secret: eb.ref('pending_secret') }))
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

export async function useTimeStep(tx: Tx, mailboxId: number, step: number): Promise<void> {
  await tx.updateTable('second_steps').set({ last_step: step }).where('mailbox_id', '=', mailboxId).execute();
}

/** False when there is no such code, or it was used. */
export async function useRecoveryCode(
  tx: Tx,
  mailboxId: number,
  { codeHash, now }: { codeHash: Buffer; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  mailboxId: number,
  { hashes, now }: { hashes: Buffer[]; now: number },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('mailbox_id', '=', mailboxId).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ mailbox_id: mailboxId, code_hash, created_at: now, used_at: null })))
    .execute();
}

export async function deleteSecondStep(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('second_steps').where('mailbox_id', '=', mailboxId).execute();
  await tx.deleteFrom('passkeys').where('mailbox_id', '=', mailboxId).execute();
  await replaceRecoveryCodes(tx, mailboxId, { hashes: [], now: 0 });
}

export async function countFactors(
  db: ReadDb,
  mailboxId: number,
  now: number,
): Promise<{ codes: number; devices: number }> {
  const [row] = await readRows(
    db,
    sql<{ codes: number; devices: number }>`
    select
      (select count(*) from recovery_codes where mailbox_id = ${mailboxId} and used_at is null)::integer as codes,
      (select count(*) from trusted_devices where mailbox_id = ${mailboxId} and expires_at > ${now})::integer as devices`,
  );
  return row as { codes: number; devices: number };
}

/** When wrong codes were entered, oldest first. */
export async function readWrongCodes(db: ReadDb, mailboxId: number, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('wrong_codes')
    .select('at')
    .where('mailbox_id', '=', mailboxId)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** The longest period that a limit considers. */
export const WRONG_CODES_KEPT_SECONDS = 24 * 3600;

/** Deletes rows that no limit considers any more. */
export async function insertWrongCode(
  tx: Tx,
  mailboxId: number,
  { id, at }: { id: string; at: number },
): Promise<void> {
  const since = at - WRONG_CODES_KEPT_SECONDS;
  await tx.deleteFrom('wrong_codes').where('mailbox_id', '=', mailboxId).where('at', '<=', since).execute();
  await tx.insertInto('wrong_codes').values({ mailbox_id: mailboxId, id, at }).execute();
}

const OWNERS_AT_ONCE = 500;

/** Mailboxes that have secrets, ordered by number. */
export async function readSecretOwners(db: ReadDb, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('second_steps')
    .select('mailbox_id')
    .where('mailbox_id', '>', after)
    .orderBy('mailbox_id')
    .limit(OWNERS_AT_ONCE)
    .execute();
  return rows.map(({ mailbox_id }) => mailbox_id);
}

export async function writeSecrets(
  tx: Tx,
  mailboxId: number,
  secrets: Pick<SecondStep, 'totp_secret' | 'pending_secret' | 'pending_at'>,
): Promise<void> {
  await tx.updateTable('second_steps').set(secrets).where('mailbox_id', '=', mailboxId).execute();
}
