import { readSortRows, type SortRow } from '../../mail/messages/sort-values.store.ts';
import { readBaseSubject } from '../../platform/imap/base-subject.ts';
import { checkCharset, parseKeys, parseReturns } from '../../platform/imap/search-keys.ts';
import { parseSortKeys, type SortField, type SortKey } from '../../platform/imap/sort-keys.ts';
import { inSteps } from './choose-messages.ts';
import { type FoundMessage, findMessages } from './find-messages.ts';
import { Refusal } from './refusal.ts';
import { answerWithList, answerWithReturns } from './search-answer.ts';
import { refuseCharset, usesModseq } from './search-messages.ts';
import { type Command, mailboxOf, SELECTED, type Session, selectedOf } from './session.ts';

export const sort: Command = { states: SELECTED, takesTurns: true, keepsNumbers: true, run: sorting(false) };
export const uidSort: Command = { states: SELECTED, takesTurns: true, run: sorting(true) };

/** Sorted in memory, within some tenths of a second. */
const MOST_SORTED = 100_000;
/** Others are served between the steps. */
const MESSAGES_A_STEP = 2_000;

const OF_MESSAGE: readonly SortField[] = ['SUBJECT', 'FROM', 'DISPLAYFROM'];
const OF_CONTENT: readonly SortField[] = ['DATE', 'TO', 'CC', 'DISPLAYTO'];

type Sortable = { found: FoundMessage; values: (string | number)[] };

function sorting(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    parser.space();
    const returns = parseReturns(parser);
    const sortKeys = parseSortKeys(parser);
    parser.space();
    refuseCharset(checkCharset, parser);
    parser.space();
    const keys = parseKeys(parser);
    const withModseq = usesModseq(session, keys);
    const unsorted = await findMessages(session, keys);
    if (unsorted.length > MOST_SORTED)
      throw new Refusal('LIMIT', `Up to ${MOST_SORTED} messages are sorted at once, narrow it down`);
    const answered = { found: await sortFound(session, unsorted, sortKeys), byUid, withModseq };
    if (returns === null) answerWithList(session, 'SORT', answered);
    else answerWithReturns(session, returns, answered);
    return 'Sorted';
  };
}

async function sortFound(session: Session, found: FoundMessage[], keys: SortKey[]): Promise<FoundMessage[]> {
  const rows = await readRowsOf(session, found, keys);
  const all = found.map((one): Sortable => {
    const row = rows?.get(one.uid) ?? null;
    return { found: one, values: keys.map(({ field }) => sortValue(field, one, row)) };
  });
  return all.sort((a, b) => compare(a, b, keys)).map((one) => one.found);
}

/** Null where what was found says enough. */
async function readRowsOf(
  session: Session,
  found: FoundMessage[],
  keys: SortKey[],
): Promise<Map<number, SortRow> | null> {
  const of = {
    message: keys.some(({ field }) => OF_MESSAGE.includes(field)),
    content: keys.some(({ field }) => OF_CONTENT.includes(field)),
  };
  if (!of.message && !of.content) return null;
  const place = { mailboxId: mailboxOf(session), folderId: selectedOf(session).folder.id };
  const rows = new Map<number, SortRow>();
  for (const step of inSteps(found, MESSAGES_A_STEP)) {
    const uids = step.map(({ uid }) => uid);
    for (const row of await readSortRows(session.deps.db, { ...place, uids }, of)) rows.set(row.uid, row);
  }
  return rows;
}

function sortValue(field: SortField, { state }: FoundMessage, row: SortRow | null): string | number {
  switch (field) {
    case 'ARRIVAL':
      return state.receivedAt;
    case 'SIZE':
      return state.size;
    case 'DATE':
      return row?.sent_at ?? state.receivedAt;
    case 'SUBJECT':
      return readBaseSubject(row?.subject ?? '').base;
    case 'DISPLAYFROM':
      return displayed(row?.from);
    case 'DISPLAYTO':
      return displayed(row?.to);
    case 'FROM':
      return localPart(row?.from);
    case 'TO':
      return localPart(row?.to);
    case 'CC':
      return localPart(row?.cc);
  }
}

function localPart(address: SortRow['from'] | undefined): string {
  return fold(address?.email.replace(/@[^@]*$/, '') ?? '');
}

/** RFC 5957: the name, or the address where there is none. */
function displayed(address: SortRow['from'] | undefined): string {
  return fold(address?.name || address?.email || '');
}

/** i;unicode-casemap (RFC 5051). */
function fold(text: string): string {
  return text.normalize('NFKD').toUpperCase();
}

function compare(a: Sortable, b: Sortable, keys: SortKey[]): number {
  for (const [at, { reverse }] of keys.entries()) {
    const [one, other] = [a.values[at] as string | number, b.values[at] as string | number];
    if (one === other) continue;
    return one < other === reverse ? 1 : -1;
  }
  return a.found.index - b.found.index;
}
