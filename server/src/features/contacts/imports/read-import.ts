import { createHash } from 'node:crypto';
import type { ContactColumn, ContactImportPlan, UnreadValue } from '@bocau/contract/contact-imports.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type DerivedCard, deriveCard } from '../../../contacts/cards/derive-card.ts';
import { refuseTooMany } from '../../../contacts/refusals.ts';
import { plainText } from '../../../contacts/vcard/card-entries.ts';
import { CardFault } from '../../../contacts/vcard/card-fault.ts';
import { tidyDay } from '../../../contacts/vcard/days.ts';
import { editCard } from '../../../contacts/vcard/edit-card.ts';
import { withNameParts } from '../../../contacts/vcard/names.ts';
import { readCard } from '../../../contacts/vcard/read-card.ts';
import { scanCard } from '../../../contacts/vcard/scan-card.ts';
import { setUid } from '../../../contacts/vcard/set-uid.ts';
import { splitInSteps } from '../../../contacts/vcard/split-cards.ts';
import { writeCard } from '../../../contacts/vcard/write-card.ts';
import { paramValues } from '../../../platform/content-lines/parse-head.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Steps } from '../../../platform/in-slices.ts';
import { decodeCharset } from '../../../platform/mime/decode-charset.ts';
import { asUtf8 } from '../../../platform/mime/wide-text.ts';
import { readCsvInSteps } from '../../../platform/read-csv.ts';
import { type CsvColumn, cardOfLine } from './csv-cards.ts';
import { columnOf, labelColumns } from './csv-headings.ts';

export type ImportFault = ContactImportPlan['faults']['first'][number];

/** One card of a file: its vCard can be made when its turn comes. */
export type ImportedCard = {
  /** The line of a spreadsheet, or the number of a card. */
  line: number;
  /** The same for two cards of a file that say the same, whatever their uids. */
  identity(): string;
  source(uid: string, list: string | undefined, at: Date): Buffer;
  /** What of it is not what it should be. */
  unread(): UnreadValue[];
};
export type ImportFile = {
  kind: 'vcard' | 'csv';
  columns: ContactImportPlan['columns'];
  cards: ImportedCard[];
};

/** Reads a file as far as its cards can be told apart; `columns` says what the columns of a spreadsheet mean. */
export function* readImport(bytes: Buffer, columns?: (ContactColumn | null)[]): Steps<ImportFile> {
  refuseArchive(bytes);
  const cards = yield* splitInSteps(bytes);
  if (cards.length > 0) {
    refuseTooMany(cards.length);
    return { kind: 'vcard', columns: [], cards: cards.map((source, at) => vcard(source, at + 1)) };
  }
  return yield* readSpreadsheet(decodeCharset(asUtf8(bytes), null), columns);
}

const ZIP = Buffer.from('PK\x03\x04');
/** Within the first names of a workbook's archive. */
const WORKBOOK = /\[Content_Types\]\.xml|\bxl\//;
const LOOKED_AT = 4096;

/** What is packed is not unpacked: a small archive can hold more than memory does. */
function refuseArchive(bytes: Buffer): void {
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) return;
  const archive = WORKBOOK.test(bytes.toString('latin1', 0, LOOKED_AT)) ? 'workbook' : 'zip';
  throw new Failure('unsupported_media_type', 'An archive is no file of contacts', { details: { archive } });
}

/** With their folded lines; they differ where the same card was exported twice. */
const ABOUT_THE_EXPORT = /^(?:UID|REV|PRODID)[:;].*(?:\r?\n[ \t].*)*\r?\n/gim;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function vcard(source: Buffer, line: number): ImportedCard {
  return {
    line,
    unread: () => unreadDays(source, line),
    identity: () => hashOf(source.toString('latin1').trim().replace(ABOUT_THE_EXPORT, '')),
    source(uid, list, at) {
      const { fields, uid: own } = readCard(source);
      const listed =
        list === undefined || fields.lists.includes(list)
          ? asUtf8(source)
          : editCard(source, { lists: [...fields.lists, list] }, undefined, { at });
      // A card keeps its own uid, by which it is known elsewhere.
      return own === null ? setUid(listed, uid) : listed;
    },
  };
}

const DAYS = ['BDAY', 'ANNIVERSARY', 'X-ANNIVERSARY'];
const LONGEST_VALUE = 80;

/** Days that are none stay in the card as they are written. */
function unreadDays(source: Buffer, line: number): UnreadValue[] {
  const card = scanCard(asUtf8(source));
  return card.lines.flatMap((one) => {
    const value = plainText(one, card).trim();
    const isDay = tidyDay(value, paramValues(one, 'X-APPLE-OMIT-YEAR')[0]) !== null;
    if (!DAYS.includes(one.name) || value === '' || isDay) return [];
    return [{ line, what: one.name, value: shortened(value), problem: 'not_a_day', kept: 'card' }];
  });
}

function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

/** More than a card can hold. */
const MOST_OF_A_FIELD = 1024 * 1024;

function* readSpreadsheet(text: string, given?: (ContactColumn | null)[]): Steps<ImportFile> {
  const [head, ...lines] = yield* readCsvInSteps(text, {
    lines: LIMITS.contactsPerMailbox + 1,
    fields: LIMITS.contactImportColumns,
    fieldLength: MOST_OF_A_FIELD,
  });
  if (!head) return { kind: 'csv', columns: [], cards: [] };
  refuseTooMany(lines.length);
  const headings = head.fields.slice(0, LIMITS.contactImportColumns);
  const labels = labelColumns(headings);
  const columns: CsvColumn[] = headings.map((heading, at) => ({
    column: given ? (given[at] ?? null) : columnOf(heading),
    labelAt: labels[at] ?? null,
  }));
  return {
    kind: 'csv',
    columns: headings.map((heading, at) => ({
      ...{ heading, column: columns[at]?.column ?? null },
      sample: lines.find(({ fields }) => (fields[at] ?? '') !== '')?.fields[at] ?? '',
    })),
    cards: lines.map(({ number, fields }) => ({
      line: number,
      identity: () => hashOf(JSON.stringify(fields)),
      unread: () =>
        cardOfLine(fields, columns).unread.map(({ at, value, problem }) => ({
          ...{
            line: number,
            what: headings[at] ?? '',
            value: shortened(value),
            problem,
            kept: 'notes' as const,
          },
        })),
      source(uid, list, at) {
        const card = withNameParts(cardOfLine(fields, columns).fields);
        const lists = list === undefined ? card.lists : [...(card.lists ?? []), list];
        return writeCard({ ...card, ...(lists ? { lists } : {}) }, { uid, at });
      },
    })),
  };
}

export type PreparedCard = { line: number; source: Buffer; derived: DerivedCard };

/** A card as it is stored, or why it can't be. */
export function prepareCard(
  card: ImportedCard,
  { uid, list, at }: { uid: string; list: string | undefined; at: Date },
): PreparedCard | ImportFault {
  try {
    const source = card.source(uid, list, at);
    const derived = deriveCard(source);
    if (derived.full_name === '') return { line: card.line, problem: 'empty' };
    return { line: card.line, source, derived };
  } catch (error) {
    if (error instanceof CardFault) return { line: card.line, problem: error.problem };
    throw error;
  }
}
