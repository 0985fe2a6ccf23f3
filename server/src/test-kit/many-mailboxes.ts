import { type RawBuilder, sql } from 'kysely';
import { mailboxRows } from '../kernel/kernels.ts';
import { insertStates, readMessagesWithoutUid } from '../mail/mailbox/number-folders.store.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { Tx } from '../tables.ts';
import type { TestDb } from './test-context.ts';

/** They belong to a person, not to the mail. */
const NOT_COPIED = new Set(['addresses', 'sessions', 'sign_ins']);

const MANY = 1_000_000;

type Column = { name: string; type: string };

/**
 * Copies a mailbox with its mail many times under new ids: rows only, in a few seconds, for what depends on
 * the number of mailboxes and messages in PostgreSQL. In one transaction: a concurrent program must not see
 * mailboxes without their rows.
 */
export async function copyMailbox(db: TestDb, mailboxId: number, times: number): Promise<void> {
  await inTransaction(db, (tx) => insertCopies(tx, mailboxId, times));
}

async function insertCopies(db: Tx, mailboxId: number, times: number): Promise<void> {
  await sql`
    insert into mailboxes (domain_id, email, name, kind, quota_mb, created_at)
    select domain_id, 'ban-sao-' || n || '-' || email, 'Trần ' || n, 'member', quota_mb, created_at
    from mailboxes cross join generate_series(1, ${times}::integer) as n where id = ${mailboxId}`.execute(db);
  // Each following row looks up its mailbox, and PostgreSQL would scan all of them while its statistics say
  // they are few.
  await sql`analyze mailboxes`.execute(db);
  await sql`
    insert into addresses (address, mailbox_id)
    select email, id from mailboxes where email like 'ban-sao-%' on conflict do nothing`.execute(db);
  for (const { table } of mailboxRows().filter((rows) => !NOT_COPIED.has(rows.table))) {
    const columns = await columnsOf(db, table);
    const names = columns.map(({ name }) => sql.ref(name));
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(columns.map(valueInCopy))}
      from ${sql.table(table)} o join mailboxes m on m.email like 'ban-sao-%'
      where o.mailbox_id = ${mailboxId}`.execute(db);
  }
}

function valueInCopy({ name, type }: Column): RawBuilder<unknown> {
  const column = sql.ref(`o.${name}`);
  if (name === 'mailbox_id') return sql`m.id`;
  if (type === 'uuid') return anotherId(column, sql`m.id`);
  if (type === 'bytea') return sql`sha256(${column} || m.id::text::bytea)`;
  // Words are indexed under their mailbox.
  if (type === 'tsvector')
    return sql`replace(${column}::text, '''' || to_hex(o.mailbox_id) || '.', '''' || to_hex(m.id) || '.')::tsvector`;
  return column;
}

/** An id of the same moment, and so at the same position when sorted by id. */
function anotherId(id: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(left(${id}::text, 18) || right(md5(${number} || ${id}::text), 16))::uuid`;
}

/** The tables of threads, which grow with the number of threads. */
const OF_THREADS = ['threads', 'thread_keys', 'messages', 'message_contents', 'message_search', 'list_rows'];
/** They reference the mailbox's folders, and stay unchanged. */
const FOLDER_COLUMNS = new Set(['folder_id', 'old_folder_id', 'first_folder_id']);

/** Copies each thread of the mailbox several times, in the same folders at the same times. */
export async function copyThreads(db: TestDb, mailboxId: number, times: number): Promise<void> {
  for (const table of OF_THREADS) {
    const columns = await columnsOf(db, table);
    const names = columns.map(({ name }) => sql.ref(name));
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(columns.map(valueInThread))}
      from ${sql.table(table)} o cross join generate_series(1, ${times}::integer) as n
      where o.mailbox_id = ${mailboxId}`.execute(db);
  }
  await sql`
    update folders f set total_threads = c.total, unread_threads = c.unread,
      total_messages = c.messages, unread_messages = c.unread_messages
    from (select folder_id, count(*) as total, count(*) filter (where unread) as unread,
        sum(1 + more_messages) as messages, sum(unread::integer + more_unread) as unread_messages
      from list_rows where mailbox_id = ${mailboxId} group by folder_id) c
    where f.mailbox_id = ${mailboxId} and f.id = c.folder_id`.execute(db);
  await numberCopies(db, mailboxId);
}

/** For mail programs, the copies arrived after everything else. */
export async function numberCopies(db: TestDb, mailboxId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from folders where mailbox_id = ${mailboxId}`.execute(tx);
    for (const { id } of rows) {
      const fresh = await readMessagesWithoutUid(tx, mailboxId, id, MANY);
      await insertStates({ tx, mailboxId, seq: 1 }, id, fresh);
    }
  });
}

function valueInThread({ name, type }: Column): RawBuilder<unknown> {
  const column = sql.ref(`o.${name}`);
  if (name === 'card') return cardOfCopy();
  if (type === 'uuid' && !FOLDER_COLUMNS.has(name)) return anotherId(column, sql`n`);
  if (type === 'bytea') return sql`sha256(${column} || n::text::bytea)`;
  return column;
}

function cardOfCopy(): RawBuilder<unknown> {
  const thread = anotherId(sql`o.thread_id`, sql`n`);
  const messages = sql`(
    select jsonb_agg(${anotherId(sql`(e.id)::uuid`, sql`n`)})
    from jsonb_array_elements_text(o.card::jsonb -> 'message_ids') as e(id))`;
  return sql`(o.card::jsonb || jsonb_build_object(
    'thread_id', ${thread}, 'v4_id', ${thread}, 'message_ids', ${messages}))::json`;
}

async function columnsOf(db: TestDb | Tx, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, atttypid::regtype::text as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attidentity = ''`.execute(db);
  return rows;
}
