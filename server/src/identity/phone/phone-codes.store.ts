import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

type PhoneCodes = Tables['phone_codes'];
export type PhonePurpose = PhoneCodes['purpose'];
export type PhoneCodeRow = {
  id: string;
  sealed: Buffer;
  method: PhoneCodes['method'];
  bound: Buffer | null;
  state: 'queued' | 'sent' | 'failed';
  sent_at: number;
  expires_at: number;
  wrong_tries: number;
};

const COLUMNS = ['id', 'sealed', 'method', 'bound', 'state', 'sent_at', 'expires_at', 'wrong_tries'] as const;

export async function readPhoneCode(
  db: ReadDb,
  mailboxId: number,
  purpose: PhonePurpose,
): Promise<PhoneCodeRow | undefined> {
  return phoneCode(db, mailboxId, purpose).executeTakeFirst();
}

/** Serializes the attempts at one code. */
export async function lockPhoneCode(
  tx: Tx,
  mailboxId: number,
  purpose: PhonePurpose,
): Promise<PhoneCodeRow | undefined> {
  return phoneCode(tx, mailboxId, purpose).forUpdate().executeTakeFirst();
}

function phoneCode(db: ReadDb, mailboxId: number, purpose: PhonePurpose) {
  return db
    .selectFrom('phone_codes')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('purpose', '=', purpose);
}

/** Replaces the previous code. */
export async function writePhoneCode(
  tx: Tx,
  mailboxId: number,
  { purpose, ...code }: { purpose: PhonePurpose } & Omit<PhoneCodeRow, 'state' | 'wrong_tries'>,
): Promise<void> {
  const values = { ...code, state: 'queued' as const, wrong_tries: 0 };
  await tx
    .insertInto('phone_codes')
    .values({ mailbox_id: mailboxId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'purpose']).doUpdateSet(values))
    .execute();
}

export async function writeCodeState(
  tx: Tx,
  mailboxId: number,
  { purpose, id, state }: { purpose: PhonePurpose; id: string; state: 'sent' | 'failed' },
): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set({ state })
    .where('mailbox_id', '=', mailboxId)
    .where('purpose', '=', purpose)
    .where('id', '=', id)
    .execute();
}

export async function countWrongTry(tx: Tx, mailboxId: number, purpose: PhonePurpose): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deletePhoneCode(tx: Tx, mailboxId: number, purpose: PhonePurpose): Promise<void> {
  await tx
    .deleteFrom('phone_codes')
    .where('mailbox_id', '=', mailboxId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function deletePhoneCodes(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('phone_codes').where('mailbox_id', '=', mailboxId).execute();
}

/**
 * Counts one more code of this day, across all accounts, and returns the total. Its lock lasts until the
 * transaction ends, so later counts for an account or a number see every code.
 */
export async function countPhoneCode(tx: Tx, day: number): Promise<number> {
  const { sent } = await tx
    .updateTable('phone_budget')
    .set({ day, sent: sql<number>`case when day = ${day} then sent + 1 else 1 end` })
    .where('id', '=', 1)
    .returning('sent')
    .executeTakeFirstOrThrow();
  return sent;
}

/** Serializes the assignment of numbers to accounts. */
export async function lockPhones(tx: Tx): Promise<void> {
  await tx.selectFrom('phone_budget').select('day').where('id', '=', 1).forUpdate().execute();
}

/** When this account was sent codes, oldest first. */
export async function readSendsOfMailbox(db: ReadDb, mailboxId: number, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('phone_sends')
    .select('at')
    .where('mailbox_id', '=', mailboxId)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** When codes were sent to this number for any account, oldest first. */
export async function readSendsToNumber(db: ReadDb, numberHash: Buffer, since: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ at: number }>`
    select at from phone_sends where number_hash = ${numberHash} and at > ${since} order by at`,
  );
  return rows.map(({ at }) => at);
}

/** Deletes entries of the mailbox that no limit considers any more. */
export async function insertPhoneSend(
  tx: Tx,
  mailboxId: number,
  { before, ...send }: { id: string; number_hash: Buffer; at: number; before: number },
): Promise<void> {
  await tx.deleteFrom('phone_sends').where('mailbox_id', '=', mailboxId).where('at', '<=', before).execute();
  await tx
    .insertInto('phone_sends')
    .values({ mailbox_id: mailboxId, ...send })
    .execute();
}

export async function readPhonesKey(db: ReadDb): Promise<Buffer> {
  const { key } = await db
    .selectFrom('signing_keys')
    .select('key')
    .where('name', '=', 'phones')
    .executeTakeFirstOrThrow();
  return key;
}

/** The verified number of the account, and whether its domain allows SMS codes as a second step. */
export async function readPhone(
  db: ReadDb,
  mailboxId: number,
): Promise<{ phone: string | null; sms_codes: boolean }> {
  return db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['mailboxes.phone', 'domains.sms_codes'])
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirstOrThrow();
}

export async function isPhoneOfAnother(db: ReadDb, mailboxId: number, phone: string): Promise<boolean> {
  const other = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '<>', mailboxId)
    .executeTakeFirst();
  return other !== undefined;
}

export async function writePhone(tx: Tx, mailboxId: number, phone: string | null): Promise<void> {
  await tx.updateTable('mailboxes').set({ phone }).where('id', '=', mailboxId).execute();
}
