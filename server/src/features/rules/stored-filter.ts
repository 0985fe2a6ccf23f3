import type { FolderRole } from '@bocau/contract/folder-roles.ts';
import { type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import type { Filing } from '../../mail/incoming/mail-rules.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { invalidInput } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { ReadDb } from '../../tables.ts';
import { type CompiledFilter, compileSafely } from './compile-filters.ts';
import { ask } from './evaluate-rules.ts';
import { logFailures } from './failed-filters.ts';
import { BODY_CHARACTERS, factsOf } from './message-facts.ts';
import { readRule, writeHits } from './rules.store.ts';
import { ruleNotFound } from './save-rule.ts';
import { readStored, type StoredRow, type StoredWalk } from './stored-messages.store.ts';

/** A folder that a filter leaves alone unless it is named: of what was thrown away, and what the owner wrote. */
export function isUnfiltered(role: FolderRole): boolean {
  return role.own || role.discarded;
}

/** What a filter finds among the next messages that are here. */
export type StoredMatches = {
  /** Ids of the messages that it matches. */
  ids: string[];
  /** How many were looked at, and how many were walked over. */
  read: number;
  walked: number;
  /** Where the walk stands; null at its end. */
  reached: string | null;
  /** Each reading of a message that failed, which then is none that it matches. */
  failed: Filing['failed'];
};

/** A filter over messages that are stored already: what it does to them, and which of them it means. */
export type StoredFilter = Pick<CompiledFilter, 'seen' | 'starred' | 'discards' | 'folder'> & {
  /** Whether it looks at bodies, which takes longer to read. */
  readsBodies: boolean;
  next(db: ReadDb, mailboxId: number, walk: StoredWalk): Promise<StoredMatches>;
};

/** The filter that is saved under an id; a rule of another kind sorts nothing that is here. */
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
  return {
    ...compiled,
    readsBodies: wanted.body,
    async next(db, mailboxId, walk) {
      const rows = await readStored(db, mailboxId, walk, wanted);
      const leftOut = new Set('notIn' in walk.within ? walk.within.notIn : []);
      const known = rows.filter((row) => !leftOut.has(row.folder_id));
      const failed: Filing['failed'] = [];
      return {
        ids: known.filter((row) => ask(compiled, () => factsOfStored(row), failed)).map(({ id }) => id),
        read: known.length,
        walked: rows.length,
        reached: rows.length < walk.limit ? null : (rows.at(-1)?.id ?? null),
        failed,
      };
    },
  };
}

/** As delivery does it: logged, and shown beside the filter. */
export function noteFailures(
  log: Logger,
  { tx, mailboxId, now, send }: MailboxChange,
  failures: StoredMatches['failed'],
): void {
  const failed = logFailures(log, mailboxId, failures);
  if (failed.length > 0) send(writeHits(tx, mailboxId, { counts: new Map(), failed, now }));
}

function factsOfStored(row: StoredRow) {
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

/** Letters of Latin script with their marks, and what stands between them: what is most mail is compared as it is. */
const PLAIN =
  /^[\t\n\r\u0020-\u007e\u00a1-\u00ac\u00ae-\u034e\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20ab\u20ac]*$/;

/** Nothing is in the text that is taken out of it before it is compared. */
function isPlain(text: string): boolean {
  return PLAIN.test(text);
}
