import { createHash } from 'node:crypto';
import { fold } from '@bocau/contract/fold.ts';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import type { MailRules } from '../../mail/incoming/mail-rules.ts';
import type { DeliveredInvoices } from '../../mail/invoice-files/invoice-task.ts';
import { INVOICE_FILE_BYTES, mayBeInvoice } from '../../mail/invoice-files/may-be-invoice.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { BlobMissingError, type BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { DocumentError } from '../../platform/documents/reader-process.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';

import type { InvoiceReader } from './invoice-reader.ts';
import {
  haveInvoices,
  type InvoiceFile,
  type NewInvoice,
  readInvoiceFiles,
  readKeysOfMessages,
  readPresent,
  removeInvoices,
  writeInvoices,
} from './invoices.store.ts';
import { keepableTexts } from './keepable-texts.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';
import { settleInvoices } from './settle-invoices.ts';

export type InvoiceDeps = ChangeDeps & {
  clock: Clock;
  blobs: BlobStore;
  invoices: InvoiceReader;
  log: Logger;
  mailRules: Pick<MailRules, 'filterByInvoices'>;
};

/** Increase with every change of what is read or checked: `invoices` of the derived versions too. */
const INVOICE_VERSION = 4;
const MOST_OF_A_MESSAGE = 200;
const DAY = 86_400;
/** The day is told as it is in Vietnam. */
const ZONE_SECONDS = 7 * 3600;

/**
 * Reads the invoices of messages and compares them with those that are there; what was read of them before is replaced.
 * Filters act in the same change, on messages that had no invoices before: once, however often a job runs.
 */
export async function readMessageInvoices(
  deps: InvoiceDeps,
  mailboxId: number,
  { messageIds, filtered }: { messageIds: string[]; filtered: DeliveredInvoices[] },
  run: JobRun,
): Promise<void> {
  const files = (await readInvoiceFiles(deps.db, mailboxId, messageIds)).filter(
    ({ name, content_type, size, has_virus }) =>
      mayBeInvoice({ name, contentType: content_type }) && size <= INVOICE_FILE_BYTES && !has_virus,
  );
  const fresh: NewInvoice[] = [];
  const counts = new Map<string, number>();
  for (const file of files) {
    run.signal.throwIfAborted();
    for (const invoice of await readFile(deps, file, run)) {
      const position = counts.get(file.message_id) ?? 0;
      if (position >= MOST_OF_A_MESSAGE) break;
      counts.set(file.message_id, position + 1);
      fresh.push(keepableTexts(rowOf(deps.clock, file, invoice, position)));
    }
  }
  if (fresh.length === 0 && !(await haveInvoices(deps.db, mailboxId, messageIds))) return;
  const threads = new Map(files.map((file) => [file.message_id, file.thread_id]));
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const [here, before] = await Promise.all([
      readPresent(tx, mailboxId, messageIds),
      readKeysOfMessages(tx, mailboxId, messageIds),
    ]);
    const earlier = new Set(before.map(({ message_id }) => message_id));
    const kept = fresh.filter(({ message_id }) => here.has(message_id));
    if (earlier.size > 0) await removeInvoices(tx, mailboxId, messageIds, kept);
    change.send(writeInvoices(tx, mailboxId, kept));
    const keys = kept.map(({ seller_tax_code, number, original_number }) => ({
      seller_tax_code,
      number,
      original_number,
    }));
    await settleInvoices(tx, mailboxId, [...before, ...keys]);
    const first = new Set(kept.map(({ message_id }) => message_id).filter((id) => !earlier.has(id)));
    const delivered = filtered.filter(({ messageId }) => first.has(messageId));
    if (delivered.length > 0) await deps.mailRules.filterByInvoices(change, delivered);
    // Whoever has the conversation open sees the card without asking again.
    for (const id of new Set(kept.map(({ message_id }) => message_id)))
      change.journal('thread', threads.get(id) as string);
  });
}

async function readFile(
  { blobs, invoices, log }: InvoiceDeps,
  file: InvoiceFile,
  run: JobRun,
): Promise<AttachedInvoice[]> {
  try {
    return await invoices.read(() => openAttachment(blobs, file), run.signal);
  } catch (error) {
    // Another thing than an invoice, or a lost blob, which the doctor reports.
    const isFinal = error instanceof DocumentError || error instanceof BlobMissingError;
    if (run.signal.aborted || !(isFinal || run.lastAttempt)) throw error;
    log.info({ file: file.id, reason: (error as Error).message }, 'invoice not read');
    return [];
  }
}

function rowOf(clock: Clock, file: InvoiceFile, invoice: AttachedInvoice, position: number): NewInvoice {
  const { checks, seller, buyer, original, form, symbol, number, date, currency } = invoice;
  const came = new Date((file.received_at + ZONE_SECONDS) * 1000).toISOString().slice(0, 10);
  const rates = new Set(invoice.rates.map(({ rate }) => rate));
  const isSigned = (name: string) => checks.some(({ check, state }) => check === name && state === 'ok');
  return {
    id: newId(clock),
    message_id: file.message_id,
    position,
    attachment_id: file.id,
    version: INVOICE_VERSION,
    kind: invoice.kind,
    direction: file.is_sent ? 'sold' : 'bought',
    seller_name: seller.name.slice(0, 400),
    seller_tax_code: seller.tax_code,
    buyer_name: buyer.name.slice(0, 400),
    buyer_tax_code: buyer.tax_code,
    form: form.slice(0, 40),
    symbol: symbol.slice(0, 40),
    number: number.slice(0, 40),
    dated: date,
    listed_on: date ?? came,
    received_at: file.received_at,
    before_tax: invoice.before_tax,
    tax: invoice.tax,
    total: invoice.total,
    currency,
    rate: rates.size === 1 ? ([...rates][0] as string) : null,
    account: accountOf(invoice),
    content_hash: hashOf(invoice),
    proven: isSigned('signature') && isSigned('signer'),
    signer_key: invoice.signer_key,
    original_kind: original?.kind ?? null,
    original_form: original?.form.slice(0, 40) ?? null,
    original_symbol: original?.symbol.slice(0, 40) ?? null,
    original_number: original?.number.slice(0, 40) ?? null,
    own_checks: [...checks, dateCheck(date, file.received_at)],
    words: fold([seller.name, buyer.name, symbol, invoice.authority_code].join(' ')).slice(0, 1000),
    content: invoice,
  };
}

function dateCheck(date: string | null, receivedAt: number): AttachedInvoice['checks'][number] {
  if (date === null) return { check: 'date', state: 'unknown', reason: 'unreadable' };
  const at = Date.parse(`${date}T00:00:00+07:00`) / 1000;
  // Clocks of senders may be a day before ours.
  return at > receivedAt + DAY
    ? { check: 'date', state: 'failed', reason: 'in_future', found: date }
    : { check: 'date', state: 'ok', reason: 'matches' };
}

function accountOf({ seller }: AttachedInvoice): string {
  return seller.account.replace(/[\s.-]/g, '').slice(0, 60);
}

function hashOf(invoice: AttachedInvoice): string {
  const { seller, buyer, date, before_tax, tax, total, lines } = invoice;
  const told = [seller.tax_code, accountOf(invoice), buyer.tax_code, date, before_tax, tax, total, lines];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}
