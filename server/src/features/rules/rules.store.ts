import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { RuleRow } from './rule-row.ts';

export async function readRules(db: ReadDb, mailboxId: number): Promise<RuleRow[]> {
  return db
    .selectFrom('rules')
    .select(['id', 'is_enable', 'definition'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id')
    .execute();
}

export async function readRule(db: ReadDb, mailboxId: number, id: string): Promise<RuleRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('rules')
    .select(['id', 'is_enable', 'definition'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function readRuleOfSender(
  db: ReadDb,
  mailboxId: number,
  sender: string,
): Promise<RuleRow | undefined> {
  return db
    .selectFrom('rules')
    .select(['id', 'is_enable', 'definition'])
    .where('mailbox_id', '=', mailboxId)
    .where('blocked_sender', '=', sender)
    .executeTakeFirst();
}

export async function countRules(db: ReadDb, mailboxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('rules')
    .select(sql<number>`count(*)`.as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a rule, or puts what it is now in place of what it was. */
export async function writeRule(tx: Tx, mailboxId: number, rule: RuleRow, sender: string): Promise<void> {
  const values = {
    is_enable: rule.is_enable,
    definition: JSON.stringify(rule.definition),
    blocked_sender: sender,
  };
  await tx
    .insertInto('rules')
    .values({ mailbox_id: mailboxId, id: rule.id, ...values })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'id']).doUpdateSet(values))
    .execute();
}

export async function insertRules(
  tx: Tx,
  mailboxId: number,
  rules: (RuleRow & { sender: string })[],
): Promise<void> {
  const rows = rules.map(({ id, is_enable, definition, sender }) => ({
    mailbox_id: mailboxId,
    ...{ id, is_enable, definition: JSON.stringify(definition), blocked_sender: sender },
  }));
  await tx
    .insertInto('rules')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRules(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx.deleteFrom('rules').where('mailbox_id', '=', mailboxId).where('id', 'in', ids).execute();
}

export async function readBlockedAmong(db: ReadDb, mailboxId: number, senders: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ blocked_sender: string }>`
    select blocked_sender from rules
    where mailbox_id = ${mailboxId} and blocked_sender = any(${senders}::text[]) and is_enable`,
  );
  return rows.map((row) => row.blocked_sender);
}

export async function readRulesOfSenders(
  db: ReadDb,
  mailboxId: number,
  senders: string[],
): Promise<RuleRow[]> {
  const rows = await readRows(
    db,
    sql<RuleRow>`
    select id, is_enable, definition from rules
    where mailbox_id = ${mailboxId} and blocked_sender = any(${senders}::text[]) order by id`,
  );
  return rows;
}

export async function readSendersOf(db: ReadDb, mailboxId: number, messageIds: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ email: string }>`
    select distinct sender->>'email' as email from messages
    where mailbox_id = ${mailboxId} and id = any(${messageIds}::uuid[])`,
  );
  return rows.map((row) => row.email);
}

export async function readOwnAmong(db: ReadDb, mailboxId: number, addresses: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select address from addresses
    where mailbox_id = ${mailboxId} and address = any(${addresses}::text[])`,
  );
  return rows.map((row) => row.address);
}

/** Whether one of the addresses is the mailbox's own. */
export async function hasAddress(db: ReadDb, mailboxId: number, addresses: string[]): Promise<boolean> {
  const found = await db
    .selectFrom('addresses')
    .select('address')
    .where('mailbox_id', '=', mailboxId)
    .where('address', 'in', addresses)
    .executeTakeFirst();
  return found !== undefined;
}
