import type { SearchQuery } from './threads.ts';

/** The parameters by which a search finds; the order alone finds nothing. */
export const SEARCH_PARAMETERS = [
  'q',
  'from_addr',
  'to_addr',
  'subject',
  'term',
  'folder',
  'size',
  'start_date',
  'end_date',
  'has_attachment',
  'is_star',
  'is_read',
] as const satisfies (keyof SearchQuery)[];

/**
 * What may be typed in the search bar: `from:lan "hợp đồng" has:attachment after:2026-01-05`. Without schemas, as the
 * browser reads it before the first list.
 */
export type TypedOperator =
  | { kind: 'text'; field: 'from' | 'to' | 'subject'; text: string }
  | { kind: 'folder'; name: string }
  | { kind: 'attachment' }
  | { kind: 'starred' }
  | { kind: 'read'; read: boolean }
  | SizeOperator
  /** The first second of a day. */
  | { kind: 'before' | 'after'; second: number };

export type SizeOperator = { kind: 'size'; bound: 'over' | 'under'; number: number; unit: 'K' | 'M' };

export type TypedPart = {
  text: string;
  /**
   * `words` are what is left when no operator is meant, or one with a value that means nothing; `unfinished` is an
   * operator without its value, still being typed.
   */
  meaning: TypedOperator | 'words' | 'unfinished';
};

const PART = /(?<name>[a-z]+):"(?<value>[^"]*)"?|"[^"]*"?|(?<plain>[^\s"]+)/giu;
const OPERATOR = /^(?<name>[a-z]+):(?<value>.*)$/iu;
const SIZE = /^(\d{1,9})([MK])B?$/i;
const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
];
/** Days that are typed are days of Viet Nam, wherever the reader is. */
const ZONE_SECONDS = 7 * 3600;

/** In the order in which they stand. */
export function readTyped(typed: string): TypedPart[] {
  return [...typed.matchAll(PART)].map(({ 0: text, groups = {} }) => {
    const found = groups.name !== undefined ? groups : OPERATOR.exec(groups.plain ?? '')?.groups;
    return { text, meaning: found ? meaningOf(found.name ?? '', (found.value ?? '').trim()) : 'words' };
  });
}

function meaningOf(name: string, value: string): TypedPart['meaning'] {
  const read = OPERATORS.get(name.toLowerCase());
  if (!read) return 'words';
  return value === '' ? 'unfinished' : (read(value) ?? 'words');
}

/** Null for a value that means nothing. */
const OPERATORS = new Map<string, (value: string) => TypedOperator | null>([
  ['from', (text) => ({ kind: 'text', field: 'from', text })],
  ['to', (text) => ({ kind: 'text', field: 'to', text })],
  ['subject', (text) => ({ kind: 'text', field: 'subject', text })],
  ['in', (name) => ({ kind: 'folder', name })],
  ['has', (value) => (/^attachments?$/i.test(value) ? { kind: 'attachment' } : null)],
  ['is', (value) => STATES.get(value.toLowerCase()) ?? null],
  ['larger', (value) => sizeOperator('over', value)],
  ['smaller', (value) => sizeOperator('under', value)],
  ['before', (value) => dayOperator('before', value)],
  ['after', (value) => dayOperator('after', value)],
]);

const STATES = new Map<string, TypedOperator>([
  ['starred', { kind: 'starred' }],
  ['read', { kind: 'read', read: true }],
  ['unread', { kind: 'read', read: false }],
]);

/** The search parameter `size`, as `over:5M`. */
export function readSizeParameter(text: string): SizeOperator | null {
  const [, bound, value = ''] = /^(over|under):(.*)$/.exec(text) ?? [];
  return bound === 'over' || bound === 'under' ? sizeOperator(bound, value) : null;
}

function sizeOperator(bound: 'over' | 'under', value: string): SizeOperator | null {
  const [, number, unit = ''] = SIZE.exec(value) ?? [];
  if (number === undefined) return null;
  return { kind: 'size', bound, number: Number(number), unit: unit.toUpperCase() as SizeOperator['unit'] };
}

function dayOperator(kind: 'before' | 'after', value: string): TypedOperator | null {
  const second = readDay(value);
  return second === null ? null : { kind, second };
}

/** The first second of a typed day; null for what is none, such as 31 February. */
function readDay(text: string): number | null {
  for (const pattern of DAYS) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const utc = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isReal = utc.getUTCMonth() === Number(month) - 1 && utc.getUTCDate() === Number(day);
    return isReal ? utc.getTime() / 1000 - ZONE_SECONDS : null;
  }
  return null;
}

/** The operator as one types it; null for what can not be typed. */
export function writeOperator(operator: TypedOperator): string | null {
  switch (operator.kind) {
    case 'text':
      return quoted(operator.field, operator.text);
    case 'folder':
      return quoted('in', operator.name);
    case 'attachment':
      return 'has:attachment';
    case 'starred':
      return 'is:starred';
    case 'read':
      return operator.read ? 'is:read' : 'is:unread';
    case 'size':
      return `${operator.bound === 'over' ? 'larger' : 'smaller'}:${operator.number}${operator.unit}`;
    default: {
      const day = writeDay(operator.second);
      return day && `${operator.kind}:${day}`;
    }
  }
}

function quoted(name: string, value: string): string | null {
  if (value.includes('"') || value.trim() !== value || value === '') return null;
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

/** Null within a day. */
function writeDay(second: number): string | null {
  const utc = second + ZONE_SECONDS;
  return utc % 86_400 === 0 ? new Date(utc * 1000).toISOString().slice(0, 10) : null;
}
