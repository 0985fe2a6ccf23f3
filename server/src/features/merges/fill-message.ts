import { isValidAddress } from '@bocau/contract/address.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { MergeColumn } from '@bocau/contract/merges.ts';
import { escapedIn, fieldKey, fieldsOf } from '@bocau/contract/template-fields.ts';
import type { OutgoingFile, OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import {
  type BodyPart,
  type FieldValue,
  fillParts,
  fillText,
  partsOfHtml,
  partsOfText,
} from './fill-html.ts';
import type { Cells } from './merge-cells.store.ts';
import type { MergeRow } from './merges.store.ts';

type Columns = Pick<MergeRow, 'columns' | 'address_column' | 'name_column' | 'file_column'>;
/** The draft, or what was kept of it. */
export type MergeText = OutgoingMessage;
/** With its body parsed, which may have megabytes. */
export type ParsedText = { text: MergeText; body: BodyPart[] };

export type Recipient = {
  name: string;
  email: string;
  address: string;
  isValid: boolean;
  /** MM-46: it is not known which of them is meant. */
  isSeveral: boolean;
};

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Whether a text says anything shows in so much of it. */
const LOOKED_AT = 1000;
const LONGEST_NAME = 200;
/** What separates the names of several files in a cell. */
const BETWEEN_FILES = /[;\n]/;
const QUOTED = /"[^"]*"/g;
const BETWEEN_ADDRESSES = /[\s<>()[\]:;,"'|/]+/;
const IN_PATHS = /[/\\:*?"<>|]+/g;

export function recipientOf(columns: Columns, cells: Cells): Recipient {
  const { name_column } = columns;
  const name = name_column === null ? '' : oneLine(cells[name_column] ?? '', LONGEST_NAME);
  return { name, ...addressOf(columns, cells) };
}

export function addressOf(
  { address_column }: Pick<Columns, 'address_column'>,
  cells: Cells,
): Omit<Recipient, 'name'> {
  const written = address_column === null ? '' : (cells[address_column] ?? '').trim();
  if (hasSeveralAddresses(written)) return { email: written, address: '', isValid: false, isSeveral: true };
  // As it is copied from a mail program: Lan Anh <lan.anh@saomai.example>
  const email = (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim();
  const isValid = email.length <= LIMITS.recipientLength && isValidAddress(email);
  return { email, address: isValid ? foldAddress(email) : '', isValid, isSeveral: false };
}

/** Of pieces that look like addresses; a name in quotes may have one. */
function hasSeveralAddresses(written: string): boolean {
  if (written.indexOf('@') === written.lastIndexOf('@')) return false;
  const pieces = written.replace(QUOTED, ' ').split(BETWEEN_ADDRESSES);
  return new Set(pieces.filter((piece) => /.@./.test(piece)).map(foldAddress)).size > 1;
}

/** Names of files in the column that has them. */
export function fileNamesOf({ file_column }: Pick<Columns, 'file_column'>, cells: Cells): string[] {
  if (file_column === null) return [];
  const names = (cells[file_column] ?? '').split(BETWEEN_FILES).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

export function parseText(text: MergeText): ParsedText {
  return { text, body: text.bodyIsHtml ? partsOfHtml(text.body) : partsOfText(text.body) };
}

/** The fields of a text, of which each needs a column. */
export function fieldsOfMessage({ text: { subject, files }, body }: ParsedText): string[] {
  const inBody = body.flatMap((part) => (typeof part === 'string' ? [] : [`{${part.field}}`]));
  return fieldsOf(subject, ...inBody, ...files.map(({ name }) => name));
}

/** What it has between two braces on each side. */
export function escapedInMessage({ subject, body, files }: MergeText): string[] {
  const texts = [subject, htmlToText(body, LIMITS.maxBodySize), ...files.map(({ name }) => name)];
  return texts.flatMap(escapedIn);
}

/** Neither a text nor files for everybody. */
export function isNothing({ body, files }: MergeText): boolean {
  return files.length === 0 && !/<img\b/i.test(body) && htmlToText(body, LOOKED_AT).trim() === '';
}

/** How often the text of a message shows a column. */
export type ColumnUse = { at: number; count: number };

export function columnUses({ body }: ParsedText, columns: MergeColumn[]): ColumnUse[] {
  const places = columnsByField(columns);
  const counts = new Map<number, number>();
  for (const part of body) {
    const at = typeof part === 'string' ? undefined : places.get(fieldKey(part.field));
    if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts].map(([at, count]) => ({ at, count }));
}

/** Told before it is filled: a field may stand in it a hundred thousand times, and a cell may have thousands of characters. */
export function isTooLong({ text }: ParsedText, uses: ColumnUse[], cells: Cells): boolean {
  const filled = uses.reduce(
    (sum, { at, count }) => sum + count * (cells[at] ?? '').length,
    text.body.length,
  );
  return filled > LIMITS.maxBodySize;
}

/** Places of columns by the keys of their fields. */
export function columnsByField(columns: MergeColumn[]): Map<string, number> {
  return new Map(columns.map(({ field }, at) => [fieldKey(field), at]));
}

/** What a row puts in place of a field; undefined where there is no column for it. */
export function valuesOf(places: ReadonlyMap<string, number>, cells: Cells): FieldValue {
  return (field) => {
    const at = places.get(fieldKey(field));
    return at === undefined ? undefined : (cells[at] ?? '');
  };
}

type Filling = {
  row: { cells: string[] };
  /** Own files of this person. */
  files: OutgoingFile[];
};

/** The message of a row: to one person, and an answer to nothing. */
export function fillMessage(
  { text, body: parts }: ParsedText,
  columns: Columns,
  { row, files }: Filling,
): OutgoingMessage {
  const fieldValue = valuesOf(columnsByField(columns.columns), row.cells);
  const { name, email } = recipientOf(columns, row.cells);
  return {
    ...text,
    to: [{ name, email }],
    cc: [],
    bcc: [],
    subject: oneLine(fillText(text.subject, fieldValue), LIMITS.subjectLength),
    body: fillParts(parts, fieldValue, text.bodyIsHtml),
    files: [
      ...text.files.map((file) => ({ ...file, name: fileName(fillText(file.name, fieldValue)) })),
      ...files.map((file) => ({ ...file, name: fileName(file.name) })),
    ],
    messageId: null,
    inReplyTo: null,
    references: [],
    answers: null,
    action: 'new',
  };
}

/** A header field has one line, and reads as it is written, whatever a cell says. */
function oneLine(text: string, most: number): string {
  return [...withoutHidden(text.replace(CONTROL, ' ')).text.replace(/\s+/g, ' ').trim()]
    .slice(0, most)
    .join('')
    .slice(0, most)
    .toWellFormed();
}

export function fileName(name: string): string {
  return oneLine(name.replace(IN_PATHS, '-'), LIMITS.driveNameBytes) || 'file';
}
