import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { type RawBuilder, sql } from 'kysely';
import type { InvoicesTable } from '../../invoice-tables.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import type { InvoiceKeys } from '../../mail/invoice-files/invoice-task.ts';
import type { KeptMarks } from '../../mail/invoice-files/kept-marks.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';

export type InvoiceFile = AttachmentRow & {
  message_id: string;
  thread_id: string;
  received_at: number;
  is_sent: boolean;
};

/** The files of messages that are no drafts. */
export async function readInvoiceFiles(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<InvoiceFile[]> {
  return readRows(
    db,
    sql<InvoiceFile>`
    select ${ATTACHMENT_COLUMNS}, m.id as message_id, m.thread_id, m.received_at, coalesce(f.role, '') = 'Sent' as is_sent
    from messages m
    join attachments a on a.mailbox_id = m.mailbox_id and a.message_id = m.id
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and not m.draft
    order by m.received_at, m.id, a.position`,
  );
}

/** Whether one of the messages has invoices that were read before. */
export async function haveInvoices(db: ReadDb, mailboxId: number, messageIds: string[]): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`select from invoices where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[]) limit 1`,
  );
  return rows.length > 0;
}

/** The tax code of the company to which the mailbox belongs. */
export async function readCompanyTaxCode(db: ReadDb, mailboxId: number): Promise<string | null> {
  const row = await db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select('domains.tax_code')
    .where('mailboxes.id', '=', mailboxId)
    .executeTakeFirst();
  return row?.tax_code ?? null;
}

export type NewInvoice = Omit<
  InvoicesTable,
  'mailbox_id' | 'own_checks' | 'checks' | keyof KeptMarks | 'note' | 'state' | 'standing' | 'duplicate_of'
> & { own_checks: AttachedInvoice['checks']; content: object };

/** Messages may be gone since they were looked at: only what is there gets invoices. */
export async function readPresent(db: ReadDb, mailboxId: number, messageIds: string[]): Promise<Set<string>> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from messages where mailbox_id = ${mailboxId} and id = any(${messageIds}::uuid[]) and not draft`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Removes what was read of messages before, but for the places in them that are written again. */
export async function removeInvoices(
  tx: Tx,
  mailboxId: number,
  messageIds: string[],
  again: NewInvoice[],
): Promise<void> {
  const kept = JSON.stringify(again.map(({ message_id, position }) => ({ message_id, position })));
  await sql`
    with emptied as (
      delete from invoice_contents where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])
    )
    delete from invoices i where i.mailbox_id = ${mailboxId} and i.message_id = any(${messageIds}::uuid[])
      and not exists (select from json_to_recordset(${kept}) as k(message_id uuid, position smallint)
        where k.message_id = i.message_id and k.position = i.position)`.execute(tx);
}

/** Writes them over those in the same places: marks and notes stay with the place of an invoice in its message. */
export async function writeInvoices(tx: Tx, mailboxId: number, invoices: NewInvoice[]): Promise<void> {
  if (invoices.length === 0) return;
  await sql`
    with g as (
      select * from json_to_recordset(${JSON.stringify(invoices)}) as g(id uuid, message_id uuid, position smallint,
        attachment_id uuid, version smallint, kind text, direction text, seller_name text, seller_tax_code text,
        buyer_name text, buyer_tax_code text, form text, symbol text, number text, dated date, listed_on date,
        received_at bigint, before_tax numeric, tax numeric, total numeric, currency text, rate text, account text,
        content_hash text, proven boolean, signer_key text, original_kind text, original_form text, original_symbol text,
        original_number text, own_checks jsonb, words text, content jsonb)
    ), filled as (
      insert into invoice_contents (mailbox_id, message_id, position, content)
      select ${mailboxId}, message_id, position, content from g
      on conflict (mailbox_id, message_id, position) do update set content = excluded.content
    )
    insert into invoices (mailbox_id, ${HEAD}, checks, state, standing, note)
    select ${mailboxId}, ${HEAD}, own_checks, 'unknown',
      case when exists (select from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
        where m.mailbox_id = ${mailboxId} and m.id = g.message_id and f.role = any(${DISCARDED_FOLDERS}::text[]))
        then 'discarded' else 'valid' end, ''
    from g
    on conflict (mailbox_id, message_id, position) do update set ${UPDATED}, standing = excluded.standing`.execute(
    tx,
  );
}

const HEAD_NAMES = [
  ...['id', 'message_id', 'position', 'attachment_id', 'version', 'kind', 'direction', 'seller_name'],
  ...['seller_tax_code', 'buyer_name', 'buyer_tax_code', 'form', 'symbol', 'number', 'dated', 'listed_on'],
  ...[
    'received_at',
    'before_tax',
    'tax',
    'total',
    'currency',
    'rate',
    'account',
    'content_hash',
    'proven',
    'signer_key',
  ],
  ...['original_kind', 'original_form', 'original_symbol', 'original_number', 'own_checks', 'words'],
];
const HEAD = sql.join(HEAD_NAMES.map((name) => sql.ref(name)));
const UPDATED = sql.join(
  HEAD_NAMES.filter((name) => !['id', 'message_id', 'position'].includes(name)).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  ),
);

/** What one invoice says of itself and of others, as the checks between invoices need it. */
export type RelatedInvoice = Pick<
  InvoicesTable,
  | 'id'
  | 'direction'
  | 'seller_tax_code'
  | 'buyer_tax_code'
  | 'form'
  | 'symbol'
  | 'number'
  | 'received_at'
  | 'account'
  | 'content_hash'
  | 'proven'
  | 'signer_key'
  | 'original_kind'
  | 'original_form'
  | 'original_symbol'
  | 'original_number'
  | 'state'
  | 'standing'
  | 'duplicate_of'
> & {
  own_checks: AttachedInvoice['checks'];
  checks: AttachedInvoice['checks'];
};

const RELATED = sql`i.id, i.direction, i.seller_tax_code, i.buyer_tax_code, i.form, i.symbol, i.number, i.received_at, i.account,
  i.content_hash, i.proven, i.signer_key, i.original_kind, i.original_form, i.original_symbol, i.original_number, i.state, i.standing,
  i.duplicate_of, i.own_checks, i.checks`;

/** A seller and a number, of which there is usually one invoice. */
export type InvoiceKey = { seller_tax_code: string; number: string };

/** As many of one key as are compared with each other: somebody may send thousands. */
const MOST_OF_A_KEY = 50;
const FIRST_OF_A_KEY = sql`order by i.standing = 'discarded', i.proven desc, i.received_at, i.id limit ${MOST_OF_A_KEY}`;

/** Each once, also where several keys name it; each way to write a number is a look into the index, however many a seller has. */
export async function readByKeys(
  db: ReadDb,
  mailboxId: number,
  keys: InvoiceKey[],
  by: 'number' | 'original_number',
): Promise<RelatedInvoice[]> {
  if (keys.length === 0) return [];
  const wanted = keys.map(({ seller_tax_code, number }) => ({
    seller_tax_code,
    numbers: waysToWrite(number),
  }));
  const rows = await readRows(
    db,
    sql<RelatedInvoice>`
    select ${RELATED} from json_to_recordset(${JSON.stringify(wanted)}) as k(seller_tax_code text, numbers text[])
    cross join lateral (
      select i.* from unnest(k.numbers) as n(number)
      cross join lateral (
        select * from invoices i
        where i.mailbox_id = ${mailboxId} and i.${sql.ref(by)} = n.number and i.seller_tax_code = k.seller_tax_code
        ${FIRST_OF_A_KEY}
      ) i
      ${FIRST_OF_A_KEY}
    ) i`,
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Digits of the number of an invoice: seven before 2021, eight since. */
const DIGITS = 8;

/** The index has numbers as they are written: with zeros before them or without, and `810` is `00000810`. */
function waysToWrite(number: string): string[] {
  const bare = number.replace(/^0+(?=.)/, '');
  const padded = Array.from({ length: DIGITS }, (_, at) => bare.padStart(at + 1, '0'));
  return number === '' ? [''] : [...new Set([number, ...padded])];
}

export async function readKeysOfMessages(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<(InvoiceKeys & { message_id: string })[]> {
  return readRows(
    db,
    sql`select message_id, seller_tax_code, number, original_number from invoices
      where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])`,
  );
}

/** A page of all invoices of a mailbox by their ids, to be compared anew. */
export async function readKeysAfter(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<(InvoiceKey & { id: string; original_number: string | null })[]> {
  return readRows(
    db,
    sql`select id, seller_tax_code, number, original_number from invoices
      where mailbox_id = ${mailboxId} and id > ${after} order by id limit ${limit}`,
  );
}

/** What is known of a seller from before an invoice. */
export type KnownSeller = { accounts: string[]; signer_keys: string[] };

/** Of those that a person has booked or paid, the latest ones; more accounts and certificates than this nobody has. */
const MOST_ACCEPTED = 20;

/**
 * The accounts and keys on the invoices of a seller that a person has booked or paid, or on the first one that came where there
 * is none: what anybody may have sent since makes nothing known, and what nobody has signed nothing about one that is signed.
 */
export async function readKnownSeller(
  db: ReadDb,
  mailboxId: number,
  seller: { tax_code: string; proven: boolean; before: number; except: string },
): Promise<KnownSeller> {
  const known = (column: 'account' | 'signer_key') => {
    const others = sql`from invoices where mailbox_id = ${mailboxId} and seller_tax_code = ${seller.tax_code}
      and received_at <= ${seller.before} and id <> ${seller.except} and standing <> 'discarded' and ${sql.ref(column)} <> ''`;
    return sql`coalesce(
      (select json_agg(distinct value) from (select ${sql.ref(column)} as value ${others} and mark in ('booked', 'paid')
        order by received_at desc limit ${MOST_ACCEPTED}) accepted),
      (select json_agg(value) from (select ${sql.ref(column)} as value ${others}
        and (proven or not ${seller.proven}) order by received_at, id limit 1) first),
      '[]'::json)`;
  };
  const [row] = await readRows(
    db,
    sql<KnownSeller>`select ${known('account')} as accounts, ${known('signer_key')} as signer_keys`,
  );
  return row ?? { accounts: [], signer_keys: [] };
}

export type Settled = Pick<
  RelatedInvoice,
  'id' | 'checks' | 'state' | 'standing' | 'duplicate_of' | 'direction'
>;

export async function writeSettled(tx: Tx, mailboxId: number, settled: Settled[]): Promise<void> {
  if (settled.length === 0) return;
  await sql`
    update invoices i set checks = g.checks, state = g.state, standing = g.standing, duplicate_of = g.duplicate_of,
      direction = g.direction
    from json_to_recordset(${JSON.stringify(settled)})
      as g(id uuid, checks jsonb, state text, standing text, duplicate_of uuid, direction text)
    where i.mailbox_id = ${mailboxId} and i.id = g.id`.execute(tx);
}

/** Columns of an invoice as it is answered, of `i` with its message `m`. */
export const INVOICE_COLUMNS: RawBuilder<unknown> = sql`i.id, i.kind, i.direction, i.seller_name, i.seller_tax_code, i.buyer_name,
  i.buyer_tax_code, i.form, i.symbol, i.number, i.dated::text, i.listed_on::text, i.before_tax::text, i.tax::text,
  i.total::text, i.currency, i.message_id, i.position, i.attachment_id, m.thread_id, i.received_at, i.state, i.standing,
  i.checks, i.mark, i.also_booked, i.also_paid, i.note, i.duplicate_of`;

export type InvoiceRow = Pick<
  InvoicesTable,
  | 'id'
  | 'kind'
  | 'direction'
  | 'seller_name'
  | 'seller_tax_code'
  | 'buyer_name'
  | 'buyer_tax_code'
  | 'form'
  | 'symbol'
  | 'number'
  | 'dated'
  | 'listed_on'
  | 'before_tax'
  | 'tax'
  | 'total'
  | 'currency'
  | 'message_id'
  | 'position'
  | 'attachment_id'
  | 'received_at'
  | 'state'
  | 'standing'
  | keyof KeptMarks
  | 'note'
  | 'duplicate_of'
> & { thread_id: string; checks: AttachedInvoice['checks'] };

export async function readInvoice(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<(InvoiceRow & { content: object }) | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await readRows(
    db,
    sql<InvoiceRow & { content: object }>`
    select ${INVOICE_COLUMNS}, c.content from invoices i
    join messages m on m.mailbox_id = i.mailbox_id and m.id = i.message_id
    join invoice_contents c on c.mailbox_id = i.mailbox_id and c.message_id = i.message_id and c.position = i.position
    where i.mailbox_id = ${mailboxId} and i.id = ${id}`,
  );
  return row;
}

/** Undefined where there is no such message. */
export async function readInvoicesOfMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
  limit: number,
): Promise<InvoiceRow[] | undefined> {
  if (!isId(messageId)) return undefined;
  const rows = await readRows(
    db,
    sql<InvoiceRow & { invoice: boolean }>`
    select ${INVOICE_COLUMNS}, i.id is not null as invoice from messages m
    left join invoices i on i.mailbox_id = m.mailbox_id and i.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    order by i.position limit ${limit}`,
  );
  return rows.length === 0 ? undefined : rows.filter(({ invoice }) => invoice);
}

export async function writeNote(tx: Tx, mailboxId: number, id: string, note: string): Promise<void> {
  if (!isId(id)) return;
  await tx
    .updateTable('invoices')
    .set({ note })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export type MarkedRow = KeptMarks & { id: string; thread_id: string; standing: InvoicesTable['standing'] };

export async function readMarks(db: ReadDb, mailboxId: number, ids: string[]): Promise<MarkedRow[]> {
  return readRows(
    db,
    sql<MarkedRow>`
    select i.id, m.thread_id, i.standing, i.mark, i.also_booked, i.also_paid from invoices i
    join messages m on m.mailbox_id = i.mailbox_id and m.id = i.message_id
    where i.mailbox_id = ${mailboxId} and i.id = any(${ids.filter(isId)}::uuid[])`,
  );
}

export async function writeMarks(
  tx: Tx,
  mailboxId: number,
  marked: (KeptMarks & { id: string })[],
): Promise<void> {
  if (marked.length === 0) return;
  await sql`
    update invoices i set mark = g.mark, also_booked = g.also_booked, also_paid = g.also_paid
    from json_to_recordset(${JSON.stringify(marked)})
      as g(id uuid, mark text, also_booked boolean, also_paid boolean)
    where i.mailbox_id = ${mailboxId} and i.id = g.id`.execute(tx);
}

export type FileOfMessage = { id: string; name: string; content_type: string; message_id: string };

export async function readFilesOfMessages(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<FileOfMessage[]> {
  return readRows(
    db,
    sql<FileOfMessage>`
    select id, name, content_type, message_id from attachments
    where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])
    order by message_id, position`,
  );
}

/** The next people of a domain by their numbers. */
export async function readMailboxesOf(
  db: ReadDb,
  domainId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
