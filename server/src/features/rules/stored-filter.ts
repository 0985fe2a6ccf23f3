import type { FolderRole } from '@bocau/contract/folder-roles.ts';
import { type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import { asksForInvoices } from '@bocau/contract/rule-values.ts';
import type { Filing } from '../../mail/incoming/mail-rules.ts';
import {
  type InvoiceOfMessage,
  markUnmarked,
  readInvoicesOf,
} from '../../mail/invoice-files/invoice-acts.store.ts';
import { saveInvoicesTask } from '../../mail/invoice-files/invoice-task.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { invalidInput } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Logger } from '../../platform/logger.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { ReadDb } from '../../tables.ts';
import { type CompiledFilter, compileSafely } from './compile-filters.ts';
import { ask } from './evaluate-rules.ts';
import { logFailures } from './failed-filters.ts';
import { BODY_CHARACTERS, factsOf, type MessageFacts } from './message-facts.ts';
import { readRule, writeHits } from './rules.store.ts';
import { ruleNotFound } from './save-rule.ts';
import { readStored, type StoredRow, type StoredWalk } from './stored-messages.store.ts';

/** Folders that a filter skips unless explicitly named: Trash, Junk, and the owner's own messages. */
export function isUnfiltered(role: FolderRole): boolean {
  return role.own || role.discarded;
}

/** The result of a filter over the next stored messages. */
export type StoredMatches = {
  /** Ids of the matching messages. */
  ids: string[];
  /** The numbers of messages evaluated and walked over. */
  read: number;
  walked: number;
  /** The cursor of the walk; null at its end. */
  reached: string | null;
  /** Failed evaluations, which count as no match. */
  failed: Filing['failed'];
  /** Of a filter that asks for invoices: those that match, with their messages. */
  invoices: InvoiceOfMessage[];
};

/** A filter over stored messages: its actions and its matches. */
export type StoredFilter = Pick<
  CompiledFilter,
  'seen' | 'starred' | 'labels' | 'discards' | 'folder' | 'redirects' | 'savesInvoices' | 'marksInvoices'
> & {
  /** Whether it examines bodies, which takes longer. */
  readsBodies: boolean;
  next(db: ReadDb, mailboxId: number, walk: StoredWalk): Promise<StoredMatches>;
};

/** The saved filter with an id; rules of other kinds do not apply to stored mail. */
export async function readSavedFilter(db: ReadDb, mailboxId: number, id: string): Promise<FilterRule> {
  const rule = await readRule(db, mailboxId, id);
  if (!rule) throw ruleNotFound();
  if (isFilter(rule.definition)) return rule.definition;
  throw invalidInput('Only filters can be run', { field: 'id', problem: 'is no filter', rule: 'invalid' });
}

export function storedFilter(definition: FilterRule, ruleId: string): StoredFilter {
  const compiled = compileSafely(ruleId, definition, () => true);
  const types = new Set(definition.conditions.map(({ type }) => type));
  const wanted = { headers: types.has('to'), body: types.has('body') };
  const asks = asksForInvoices(definition);
  return {
    ...compiled,
    readsBodies: wanted.body,
    async next(db, mailboxId, walk) {
      const rows = await readStored(db, mailboxId, walk, wanted);
      const leftOut = new Set('notIn' in walk.within ? walk.within.notIn : []);
      const known = rows.filter((row) => !leftOut.has(row.folder_id));
      const failed: Filing['failed'] = [];
      const matching = asks ? await findInvoices(db, mailboxId, compiled, { known, failed }) : [];
      const ids = asks
        ? [...new Set(matching.map(({ message_id }) => message_id))]
        : known.filter((row) => ask(compiled, () => factsOfStored(row), failed)).map(({ id }) => id);
      return {
        ids,
        invoices: matching,
        read: known.length,
        walked: rows.length,
        reached: rows.length < walk.limit ? null : (rows.at(-1)?.id ?? null),
        failed,
      };
    },
  };
}

/** Above all ids: these begin with the time. */
export const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** All conditions have to hold of one and the same invoice of a message. */
async function findInvoices(
  db: ReadDb,
  mailboxId: number,
  compiled: CompiledFilter,
  { known, failed }: { known: StoredRow[]; failed: Filing['failed'] },
): Promise<InvoiceOfMessage[]> {
  const rows = new Map(known.map((row) => [row.id, row]));
  const invoices = await readInvoicesOf(db, mailboxId, [...rows.keys()]);
  const factsOfRow = new Map<string, MessageFacts>();
  return invoices.filter((invoice) => {
    const id = invoice.message_id;
    const facts = factsOfRow.get(id) ?? factsOfStored(rows.get(id) as StoredRow);
    factsOfRow.set(id, facts);
    return ask(compiled, () => ({ ...facts, invoice }), failed);
  });
}

/** Marks the invoices that a filter matches, and has their files saved in the drive; false where it does neither. */
export async function actOnInvoices(
  { tx, mailboxId }: MailboxChange,
  { marksInvoices, savesInvoices }: StoredFilter,
  invoices: StoredMatches['invoices'],
): Promise<boolean> {
  if (invoices.length === 0 || (marksInvoices.length === 0 && savesInvoices === null)) return false;
  const invoiceIds = invoices.map(({ id }) => id);
  if (marksInvoices.length > 0) await markUnmarked(tx, mailboxId, invoiceIds, marksInvoices);
  if (savesInvoices !== null) {
    const job = { mailboxId, invoiceIds, folder: savesInvoices };
    await addJob(tx, saveInvoicesTask, job, { shares: ['invoices'] });
  }
  return true;
}

/** As in a delivery: logged, and shown next to the filter. */
export function noteFailures(
  log: Logger,
  { tx, mailboxId, now, send }: MailboxChange,
  failures: StoredMatches['failed'],
): void {
  const failed = logFailures(log, mailboxId, failures);
  if (failed.length > 0) send(writeHits(tx, mailboxId, { counts: new Map(), failed, now }));
}

function factsOfStored(row: StoredRow): MessageFacts {
  const text = row.body && row.body_is_html ? htmlToText(row.body, BODY_CHARACTERS) : row.body;
  return factsOf({
    authors: [row.sender],
    headers: { to: row.headers?.to ?? [], cc: row.headers?.cc ?? [] },
    subject: row.subject,
    ...{ body: text, bodyIsHtml: false, searchText: text !== null && isPlain(text) ? text : '' },
    size: row.size,
    attachments: row.has_attachments ? [{ inline: false }] : [],
  });
}

/** Latin letters with diacritics, and punctuation: most mail needs no normalization. */
const PLAIN =
  /^[\t\n\r\u0020-\u007e\u00a1-\u00ac\u00ae-\u034e\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20ab\u20ac]*$/;

/** The text contains nothing that normalization would remove. */
function isPlain(text: string): boolean {
  return PLAIN.test(text);
}
