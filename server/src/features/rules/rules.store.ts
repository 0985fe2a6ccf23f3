import { sql } from 'kysely';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { bumpRulesVersion } from '../../mail/mailbox/mailbox.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { BlockRow, RuleRow } from './rule-row.ts';

const COLUMNS = [
  'id',
  'is_enable',
  'name',
  'position',
  'hits',
  'last_hit_at',
  'problem',
  'definition',
] as const;

export async function readRules(db: ReadDb, mailboxId: number): Promise<RuleRow[]> {
  return db
    .selectFrom('rules')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function readRule(db: ReadDb, mailboxId: number, id: string): Promise<RuleRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('rules')
    .select(COLUMNS)
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
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('blocked_sender', '=', sender)
    .executeTakeFirst();
}

export async function readVacationRule(db: ReadDb, mailboxId: number): Promise<RuleRow | undefined> {
  return db
    .selectFrom('rules')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where(sql<boolean>`definition->>'type' = 'vacation'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Resets the list of automatically answered senders (VA-5). */
export async function forgetAnswered(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('automatic_replies').where('mailbox_id', '=', mailboxId).execute();
}

export async function countRules(db: ReadDb, mailboxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('rules')
    .select(sql<number>`count(*)`.as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts or updates a rule. */
export async function writeRule(
  { tx, mailboxId, now }: MailboxChange,
  { id, ...rule }: RuleRow,
  sender: string | null,
): Promise<void> {
  const definition = JSON.stringify(rule.definition);
  const values = { ...rule, definition, blocked_sender: sender, changed_at: now };
  await tx
    .insertInto('rules')
    .values({ mailbox_id: mailboxId, id, ...values })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'id']).doUpdateSet(values))
    .execute();
}

export async function insertRules(
  { tx, mailboxId, now }: MailboxChange,
  rules: (BlockRow & { sender: string })[],
): Promise<void> {
  const rows = rules.map(({ id, is_enable, definition, sender }) => ({
    mailbox_id: mailboxId,
    ...{ id, is_enable, definition: JSON.stringify(definition), blocked_sender: sender },
    changed_at: now,
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

export async function readLastPosition(db: ReadDb, mailboxId: number): Promise<number> {
  const { last } = await db
    .selectFrom('rules')
    .select(sql<number | null>`max(position)`.as('last'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export async function writePositions(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await sql`
    update rules r set position = given.place
    from unnest(${ids}::uuid[]) with ordinality as given(id, place)
    where r.mailbox_id = ${mailboxId} and r.id = given.id and r.position <> given.place`.execute(tx);
}

/** Invalidates the compiled rules, and notifies every tab. */
export async function rulesChanged({ tx, mailboxId, journal, folders }: MailboxChange): Promise<void> {
  journal('settings', folders.INBOX);
  await bumpRulesVersion(tx, mailboxId);
}

/** The version of the rules, and which senders are blocked: all that most deliveries need. */
export async function readRulesState(
  db: ReadDb,
  mailboxId: number,
  senders: string[],
): Promise<{ version: number; blocks: { id: string; sender: string }[] }> {
  const [state] = await readRows(
    db,
    sql<{ version: number; blocks: { id: string; sender: string }[] | null }>`
    select rules_version as version,
      (select json_agg(json_build_object('id', id, 'sender', blocked_sender)) from rules
        where mailbox_id = ${mailboxId} and blocked_sender = any(${senders}::text[]) and is_enable) as blocks
    from mailbox_state where mailbox_id = ${mailboxId}`,
  );
  return { version: state?.version ?? 0, blocks: state?.blocks ?? [] };
}

/** Counts the messages that rules matched, and records those rules that failed. */
export async function writeHits(
  tx: Tx,
  mailboxId: number,
  { counts, failed, now }: { counts: Map<string, number>; failed: string[]; now: number },
): Promise<void> {
  const ids = [...new Set([...counts.keys(), ...failed])];
  const added = ids.map((id) => counts.get(id) ?? 0);
  await sql`
    update rules r set hits = r.hits + given.count,
      last_hit_at = case when given.count > 0 then ${now} else r.last_hit_at end,
      problem = case when r.id = any(${failed}::uuid[]) then 'failed' else r.problem end
    from unnest(${ids}::uuid[], ${added}::integer[]) as given(id, count)
    where r.mailbox_id = ${mailboxId} and r.id = given.id`.execute(tx);
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
): Promise<BlockRow[]> {
  const rows = await readRows(
    db,
    sql<BlockRow>`
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

/** The normalized domains of the mailbox's own addresses. */
export async function readOwnDomains(db: ReadDb, mailboxId: number): Promise<Set<string>> {
  const rows = await readRows(
    db,
    sql<{ domain: string }>`
    select distinct split_part(address, '@', -1) as domain from addresses where mailbox_id = ${mailboxId}`,
  );
  return new Set(rows.map((row) => row.domain));
}

/** Whether one of the addresses belongs to the mailbox. */
export async function hasAddress(db: ReadDb, mailboxId: number, addresses: string[]): Promise<boolean> {
  const found = await db
    .selectFrom('addresses')
    .select('address')
    .where('mailbox_id', '=', mailboxId)
    .where('address', 'in', addresses)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether an address of the mailbox is in the domain, given as `@b.vn`. */
export async function hasAddressIn(db: ReadDb, mailboxId: number, domain: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from addresses where mailbox_id = ${mailboxId} and right(address, length(${domain}::text)) = ${domain}
    limit 1`,
  );
  return rows.length > 0;
}
