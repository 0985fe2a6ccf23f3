import type { SearchQuery } from './search-query.ts';
import { OPERATOR_NAMES, STATE_VALUES, type StateName, type TypedLanguage } from './typed-search-words.ts';

/** The parameters by which a search finds, by what they hold; the order alone finds nothing. */
export const SEARCH_PARAMETERS = {
  q: 'text',
  from_addr: 'text',
  to_addr: 'text',
  subject: 'text',
  term: 'text',
  folder: 'text',
  label: 'text',
  size: 'text',
  start_date: 'number',
  end_date: 'number',
  has_attachment: 'flag',
  is_star: 'flag',
  is_read: 'flag',
  words: 'text',
} as const satisfies Record<Exclude<keyof SearchQuery, 'sort'>, 'text' | 'number' | 'flag'>;

type SearchParameter = keyof typeof SEARCH_PARAMETERS;
export const SEARCH_PARAMETER_NAMES = Object.keys(SEARCH_PARAMETERS) as SearchParameter[];

export function isSearchParameter(name: string): name is SearchParameter {
  return Object.hasOwn(SEARCH_PARAMETERS, name);
}

/**
 * What may be typed in the search bar, in either language: `from:lan "hợp đồng" has:attachment -nháp after:2026-01-05`,
 * `từ:lan "hợp đồng" có:tệp -nháp sau:5/1/2026`. Without schemas, as the browser reads it before the first list.
 */
export type TypedOperator =
  | { kind: 'text'; field: TextField; text: string }
  | { kind: 'folder'; name: string }
  | { kind: 'label'; name: string }
  | { kind: 'attachment' }
  | { kind: 'starred' }
  | { kind: 'muted' | 'pinned' }
  | { kind: 'read'; read: boolean }
  | SizeOperator
  /** The first second of a day. */
  | { kind: 'before' | 'after'; second: number };

/** `with` is either sender or recipient. */
export type TextField = 'from' | 'to' | 'with' | 'subject' | 'term';
export type SizeOperator = { kind: 'size'; bound: 'over' | 'under'; number: number; unit: 'K' | 'M' };

const SIZE = /^(?<whole>\d{1,9})(?:[.,](?<part>\d{1,2}))?(?<unit>[MK])B?$/i;
/** Days that are typed are days of Viet Nam, wherever the reader is. */
export const ZONE_SECONDS = 7 * 3600;

/** The search parameter `size`, as `over:5M`. */
export function readSizeParameter(text: string): SizeOperator | null {
  const [, bound, value = ''] = /^(over|under):(\d+[MK])$/.exec(text) ?? [];
  return bound === 'over' || bound === 'under' ? readSize(bound, value) : null;
}

/** A number with or without a part (`1,5`, `1.5`) and a unit; a part of a megabyte counts in whole kilobytes. */
export function readSize(bound: SizeOperator['bound'], typed: string): SizeOperator | null {
  const { whole, part = '', unit = '' } = SIZE.exec(typed)?.groups ?? {};
  if (whole === undefined) return null;
  const isMega = unit.toUpperCase() === 'M';
  const number = Number(`${whole}.${part}`);
  if (Number.isInteger(number)) return { kind: 'size', bound, number, unit: isMega ? 'M' : 'K' };
  return { kind: 'size', bound, number: Math.round(isMega ? number * 1024 : number), unit: 'K' };
}

/** The number as one would type it: 1536 kilobytes are 1,5 megabytes. */
export function writeSize(
  { number, unit }: Pick<SizeOperator, 'number' | 'unit'>,
  language: TypedLanguage,
): Pick<SizeOperator, 'unit'> & { number: string } {
  const megabytes = Number((number / 1024).toFixed(2));
  if (unit === 'K' && number > 1024 && Math.round(megabytes * 1024) === number) {
    return { number: String(megabytes).replace('.', language === 'vi' ? ',' : '.'), unit: 'M' };
  }
  return { number: String(number), unit };
}

/** The operator as one types it in this language; null for what can not be typed. */
export function writeOperator(operator: TypedOperator, language: TypedLanguage): string | null {
  const names = OPERATOR_NAMES[language];
  switch (operator.kind) {
    case 'text':
      return quoted(names[operator.field], operator.text);
    case 'folder':
      return quoted(names.folder, operator.name);
    case 'label':
      return quoted(names.label, operator.name);
    case 'attachment':
    case 'starred':
    case 'muted':
    case 'pinned':
      return writeState(operator.kind, language);
    case 'read':
      return writeState(operator.read ? 'read' : 'unread', language);
    case 'size': {
      const { number, unit } = writeSize(operator, language);
      return `${names[operator.bound]}:${number}${unit}B`;
    }
    default: {
      const day = writeDay(operator.second, language);
      return day && `${names[operator.kind]}:${day}`;
    }
  }
}

function writeState(state: StateName, language: TypedLanguage): string {
  const isHad = state === 'attachment' || (state === 'starred' && language === 'vi');
  const name = isHad ? 'has' : 'is';
  return `${OPERATOR_NAMES[language][name]}:${STATE_VALUES[language][state][0]}`;
}

function quoted(name: string, value: string): string | null {
  if (value.includes('"') || value.trim() !== value || value === '') return null;
  return /\s/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}

/** Null within a day. */
function writeDay(second: number, language: TypedLanguage): string | null {
  const utc = second + ZONE_SECONDS;
  if (utc % 86_400 !== 0) return null;
  const [year, month, day] = new Date(utc * 1000).toISOString().slice(0, 10).split('-');
  return language === 'vi' ? `${day}/${month}/${year}` : `${year}-${month}-${day}`;
}
