import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';

export type ForwardRow = {
  ruleId: string;
  address: string;
  /** Whether mail is currently forwarded there. */
  active: boolean;
  verified: boolean;
  /** Hexadecimal; null once the code was confirmed. */
  codeHash: string | null;
  codeSentAt: number;
  wrongTries: number;
};

const COLUMNS = sql`f.rule_id as "ruleId", f.address, (r.is_enable and f.verified_at is not null) as active,
  f.verified_at is not null as verified, encode(f.code_hash, 'hex') as "codeHash", f.code_sent_at as "codeSentAt",
  f.wrong_tries as "wrongTries"`;
const WITH_RULE = sql`forward_addresses f join rules r on r.mailbox_id = f.mailbox_id and r.id = f.rule_id`;

export async function readForwardOf(
  db: ReadDb,
  mailboxId: number,
  address: string,
): Promise<ForwardRow | undefined> {
  const rows = await readRows(
    db,
    sql<ForwardRow>`
    select ${COLUMNS} from ${WITH_RULE} where f.mailbox_id = ${mailboxId} and f.address = ${address}`,
  );
  return rows[0];
}

export async function readForwards(db: ReadDb, mailboxId: number): Promise<ForwardRow[]> {
  return readRows(
    db,
    sql<ForwardRow>`
    select ${COLUMNS} from ${WITH_RULE} where f.mailbox_id = ${mailboxId} order by f.created_at, f.address`,
  );
}

export async function readForwardByRule(
  db: ReadDb,
  mailboxId: number,
  ruleId: string,
): Promise<ForwardRow | undefined> {
  const rows = await readRows(
    db,
    sql<ForwardRow>`
    select ${COLUMNS} from ${WITH_RULE} where f.mailbox_id = ${mailboxId} and f.rule_id = ${ruleId}`,
  );
  return rows[0];
}

export async function insertForward(
  tx: Tx,
  mailboxId: number,
  { ruleId, address, codeHash, now }: { ruleId: string; address: string; codeHash: Buffer; now: number },
): Promise<void> {
  await tx
    .insertInto('forward_addresses')
    .values({
      mailbox_id: mailboxId,
      rule_id: ruleId,
      address,
      created_at: now,
      verified_at: null,
      code_hash: codeHash,
      code_sent_at: now,
    })
    .execute();
}

/** Resets the number of attempts. */
export async function writeCode(
  tx: Tx,
  mailboxId: number,
  { address, codeHash, now }: { address: string; codeHash: Buffer; now: number },
): Promise<void> {
  await tx
    .updateTable('forward_addresses')
    .set({ code_hash: codeHash, code_sent_at: now, wrong_tries: 0 })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .execute();
}

export async function countWrongTry(tx: Tx, mailboxId: number, address: string): Promise<void> {
  await sql`
    update forward_addresses set wrong_tries = wrong_tries + 1
    where mailbox_id = ${mailboxId} and address = ${address}`.execute(tx);
}

export async function markVerified(tx: Tx, mailboxId: number, address: string, now: number): Promise<void> {
  await tx
    .updateTable('forward_addresses')
    .set({ verified_at: now, code_hash: null, wrong_tries: 0 })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .execute();
}

/** Forwarding resumes once a new code was confirmed. */
export async function markUnverified(tx: Tx, mailboxId: number, address: string): Promise<void> {
  await tx
    .updateTable('forward_addresses')
    .set({ verified_at: null, code_hash: null })
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .execute();
}

/** Enables this forward and disables all others; null disables all of them. */
export async function setActive(tx: Tx, mailboxId: number, ruleId: string | null): Promise<void> {
  await sql`
    update rules r set is_enable = r.id = ${ruleId}::uuid is true,
      definition = jsonb_set(r.definition, '{is_enable}', to_jsonb(r.id = ${ruleId}::uuid is true))
    from forward_addresses f
    where r.mailbox_id = ${mailboxId} and f.mailbox_id = r.mailbox_id and f.rule_id = r.id
      and r.is_enable is distinct from (r.id = ${ruleId}::uuid is true)`.execute(tx);
}

/** Invalidates the compiled rules, and notifies every tab. */
export async function forwardsChanged({ tx, mailboxId, journal, folders }: MailboxChange): Promise<void> {
  journal('settings', folders.INBOX);
  await sql`
    update mailbox_state set rules_version = rules_version + 1 where mailbox_id = ${mailboxId}`.execute(tx);
}

export async function readForwardingKey(db: ReadDb): Promise<Buffer> {
  const { key } = await db
    .selectFrom('signing_keys')
    .select('key')
    .where('name', '=', 'forwarding')
    .executeTakeFirstOrThrow();
  return key;
}

export type MailedCode = { address: string; first: boolean; sentAt: number };

/** The codes mailed for this mailbox since then. */
export async function readMailedCodes(db: ReadDb, mailboxId: number, since: number): Promise<MailedCode[]> {
  return readRows(
    db,
    sql<MailedCode>`
    select address, first, sent_at as "sentAt" from forward_codes
    where mailbox_id = ${mailboxId} and sent_at > ${since} order by sent_at`,
  );
}

/** When codes of any mailbox were mailed to one address since then, oldest first. */
export async function readCodesTo(db: ReadDb, address: string, since: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ at: number }>`
    select sent_at as at from forward_codes where address = ${address} and sent_at > ${since} order by sent_at`,
  );
  return rows.map(({ at }) => at);
}

export async function insertMailedCode(
  tx: Tx,
  mailboxId: number,
  code: MailedCode & { id: string },
): Promise<void> {
  const { sentAt, ...rest } = code;
  await tx
    .insertInto('forward_codes')
    .values({ ...rest, sent_at: sentAt, mailbox_id: mailboxId })
    .execute();
}

export async function deleteMailedCodes(tx: Tx, mailboxId: number, before: number): Promise<void> {
  await tx
    .deleteFrom('forward_codes')
    .where('mailbox_id', '=', mailboxId)
    .where('sent_at', '<=', before)
    .execute();
}

/** False when it was counted already. */
export async function insertFailure(
  tx: Tx,
  mailboxId: number,
  failure: { address: string; source: string; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('forward_failures')
    .values({ mailbox_id: mailboxId, ...failure })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The number of failures left after pruning older ones. */
export async function countFailures(
  tx: Tx,
  mailboxId: number,
  address: string,
  before: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from forward_failures
      where mailbox_id = ${mailboxId} and address = ${address} and at <= ${before})
    select count(*)::int as count from forward_failures
    where mailbox_id = ${mailboxId} and address = ${address} and at > ${before}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function deleteFailures(tx: Tx, mailboxId: number, address: string): Promise<void> {
  await tx
    .deleteFrom('forward_failures')
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .execute();
}

export type Owner = { email: string; name: string; domain: string };

export async function readOwner(db: ReadDb, mailboxId: number): Promise<Owner> {
  const rows = await readRows(
    db,
    sql<Owner>`
    select m.email, m.name, d.name as domain from mailboxes m join domains d on d.id = m.domain_id
    where m.id = ${mailboxId}`,
  );
  const [owner] = rows;
  if (!owner) throw new Error('The mailbox has gone');
  return owner;
}

export async function isOwnAddress(db: ReadDb, mailboxId: number, addresses: string[]): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from addresses where mailbox_id = ${mailboxId} and address = any(${addresses}::text[]) limit 1`,
  );
  return rows.length > 0;
}

export async function countRules(db: ReadDb, mailboxId: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::int as count from rules where mailbox_id = ${mailboxId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Disabled until its address is verified. */
export async function insertForwardRule(tx: Tx, mailboxId: number, id: string, email: string): Promise<void> {
  const definition = JSON.stringify({ type: 'autofw', is_enable: false, email });
  await sql`
    insert into rules (mailbox_id, id, is_enable, definition)
    values (${mailboxId}, ${id}, false, ${definition}::jsonb)`.execute(tx);
}

export type Refusal = { address: string; code: number | null; reply: string | null };

/** The recipients that a forwarded message did not reach. */
export async function readRefusals(
  db: ReadDb,
  { mailboxId, outboxId }: { mailboxId: number; outboxId: string },
): Promise<Refusal[]> {
  return readRows(
    db,
    sql<Refusal>`
    select r.address, r.code, r.reply from outbox o
    join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
    where o.mailbox_id = ${mailboxId} and o.id = ${outboxId} and o.kind = 'forward' and r.state = 'failed'`,
  );
}
